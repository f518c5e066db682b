import { expect, test } from 'vitest';
import { Blocktally } from './client';

test.each(['localhost:3000', 'pay.shop.example', 'ftp://pay.shop.example', '', undefined])(
  'a base URL without http or https is refused at once: %s',
  (baseUrl) => {
    const open = () => new Blocktally({ baseUrl: baseUrl as string, apiKey: 'btly_sig_1' });
    expect(open).toThrow('baseUrl must begin with https:// or http://');
  },
);
