/** The messages that an event stream has sent so far. */
export interface ReceivedEvents {
  /** Returns the data of all messages with this event name, line by line. */
  lines(event: string): readonly string[];
  /** Whether the server has ended the stream. */
  hasEnded(): boolean;
  leave(): Promise<void>;
}

/** Reads a body of server-sent events until it ends. */
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
