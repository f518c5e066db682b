import type { ChannelKind } from '@/lib/domain/channel';
import type { ChannelTarget } from './channel-target';
import { type ChannelMessage, messageText, type TextStyle } from './message-text';

interface Format {
  readonly request: (
    target: ChannelTarget,
    notice: ChannelMessage,
  ) => { readonly url: string; readonly body: object; readonly token?: string | undefined };
  /** Error message with the remedy, for each HTTP status that shows a wrong URL or token. */
  readonly refusals: Readonly<Record<number, string>>;
}

const entities = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const PLAIN: TextStyle = { maxBytes: 4_000 };

const SLACK: TextStyle = {
  ...PLAIN,
  escape: entities,
  bold: (text) => `*${text}*`,
  link: (url) => `<${url}>`,
};

const DISCORD: TextStyle = {
  maxBytes: 2_000,
  escape: (text) => text.replace(/[\\*_~`|<>#\-[\]()]/g, '\\$&'),
  bold: (text) => `**${text}**`,
  link: (url) => `<${url}>`,
};

const HTML: TextStyle = {
  ...PLAIN,
  newLine: '<br>',
  escape: (text) => entities(text).replaceAll('"', '&quot;'),
  bold: (text) => `<strong>${text}</strong>`,
  link: (url) => `<a href="${url}">${url}</a>`,
};

const SLACK_GONE = 'Slack no longer knows this webhook. Make a new one and add it here.';
const DISCORD_GONE = 'Discord no longer knows this webhook. Make a new one and add it here.';
const MATRIX_GONE = 'The bridge no longer knows this webhook. Make a new one and add it here.';
const BOT_GONE =
  'Telegram does not know this bot. Add the channel again with the token of BotFather.';
const NTFY_REFUSED =
  'The ntfy server refused access to the topic. Add the channel again with an access token that may write to it.';

export const FORMATS: Readonly<Record<ChannelKind, Format>> = {
  // The JSON is sent to the root of the server. A request to the topic's URL would need the title
  // in a header, which must be ASCII.
  ntfy: {
    request: ({ url: text, token }, notice) => {
      const url = new URL(text);
      const topic = url.pathname.slice(1);
      url.pathname = '/';
      const [only] = notice.parts;
      const click = notice.parts.length === 1 ? only?.link : undefined;
      const message = messageText(notice, PLAIN, false);
      return { url: url.href, token, body: { topic, title: notice.title, message, click } };
    },
    refusals: {
      400: 'The ntfy server refused the topic. Add the channel again with the URL of a topic.',
      401: NTFY_REFUSED,
      403: NTFY_REFUSED,
      404: 'There is no ntfy server at this URL. Add the channel again with the URL of a topic.',
    },
  },
  slack: {
    request: ({ url }, notice) => {
      const text = messageText(notice, SLACK);
      return { url, body: { text, unfurl_links: false, unfurl_media: false } };
    },
    refusals: {
      401: SLACK_GONE,
      403: 'Slack does not allow this webhook to post. Make a new one and add it here.',
      404: SLACK_GONE,
      410: 'The Slack channel of this webhook is archived. Make a webhook for another one and add it here.',
    },
  },
  discord: {
    request: ({ url }, notice) => {
      const content = messageText(notice, DISCORD);
      return { url, body: { content, allowed_mentions: { parse: [] } } };
    },
    refusals: {
      401: DISCORD_GONE,
      403: 'Discord does not allow this webhook to post. Make a new one and add it here.',
      404: DISCORD_GONE,
      410: DISCORD_GONE,
    },
  },
  telegram: {
    request: ({ url, chat }, notice) => {
      const text = messageText(notice, PLAIN);
      const preview = { is_disabled: true };
      return { url, body: { chat_id: chat, text, link_preview_options: preview } };
    },
    refusals: {
      400: 'Telegram does not know this chat. Write to the bot, or add it to the group, and check the chat ID.',
      401: BOT_GONE,
      403: 'The bot may not write to this chat. It was blocked or removed: add it to the chat again.',
      404: BOT_GONE,
      410: BOT_GONE,
    },
  },
  // Matrix has no webhooks, so this is the format of the bridge matrix-hookshot.
  matrix: {
    request: ({ url }, notice) => {
      const [text, html] = [messageText(notice, PLAIN), messageText(notice, HTML)];
      return { url, body: { text, html } };
    },
    refusals: {
      401: MATRIX_GONE,
      403: 'The bridge does not allow this webhook to post. Make a new one and add it here.',
      404: MATRIX_GONE,
      410: MATRIX_GONE,
    },
  },
};
