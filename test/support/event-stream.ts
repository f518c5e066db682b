export interface ReceivedEvents {
  /** Returns the data lines of all messages with this event name. */
  lines(event: string): readonly string[];
  hasEnded(): boolean;
  leave(): Promise<void>;
}

export function collectEvents(stream: ReadableStream<Uint8Array>): ReceivedEvents {
  let text = '';
  let ended = false;
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  const read = async () => {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
  };
  read()
    .catch(() => {})
    .finally(() => {
      ended = true;
    });
  return {
    lines: (event) =>
      text
        .split('\n\n')
        .filter((message) => message.startsWith(`event: ${event}\n`))
        .flatMap((message) =>
          [...message.matchAll(/^data: (.*)$/gm)].map(([, line]) => line ?? ''),
        ),
    hasEnded: () => ended,
    leave: () => reader.cancel(),
  };
}
