'use client';

import { type ChangeEvent, useState } from 'react';
import { Button } from '@/app/_ui/button';
import { Field, Input } from '@/app/_ui/field';
import { MAX_LOGO_BYTES } from '@/lib/domain/branding';
import type { BrandingResponse } from '@/lib/http/merchant/face-routes';
import { fieldErrorMessage } from '../../_data/request-error';
import { useChange } from '../../_data/use-change';

/** Uploads a logo as soon as a file is chosen. */
export function LogoUpload({ face: { logo } }: { face: BrandingResponse }) {
  const [tooLarge, setTooLarge] = useState<string>();
  const upload = useChange('POST /api/dashboard/settings/logo', {
    ask: (image: string) => ({ body: { image } }),
    done: () => 'Logo changed.',
    quiet: true,
  });
  const remove = useChange('DELETE /api/dashboard/settings/logo', {
    ask: () => ({}),
    done: () => 'Logo removed.',
  });
  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    if (!file || upload.isPending) return;
    const kilobytes = Math.ceil(file.size / 1024);
    const isTooLarge = file.size > MAX_LOGO_BYTES;
    setTooLarge(isTooLarge ? `The file has ${kilobytes} kB. Use at most 256 kB.` : undefined);
    upload.reset();
    if (!isTooLarge) upload.mutate(await base64Of(file));
    // Without this, choosing the same file again would fire no change event.
    target.value = '';
  }
  const failed = upload.error ? fieldErrorMessage('image', upload.error) : undefined;
  return (
    <div className="grid justify-items-start gap-3">
      {logo && (
        <div className="flex items-center gap-4">
          {/* biome-ignore lint/performance/noImgElement: the logo has its final size */}
          <img
            src={`/pay/logos/${logo.hash}.png`}
            width={Math.round(logo.width / 2)}
            height={Math.round(logo.height / 2)}
            alt="Your logo"
            className="rounded-sm bg-white p-1"
          />
          <Button size="small" busy={remove.isPending} onClick={() => remove.mutate()}>
            Remove logo
          </Button>
        </div>
      )}
      <Field
        label={logo ? 'Replace logo' : 'Logo'}
        hint="PNG, JPEG or WebP, at most 256 kB. It is shown up to 160 pixels wide and 40 high."
        error={tooLarge ?? failed}
        className="w-full"
      >
        <Input
          type="file"
          accept="image/png,image/jpeg,image/webp"
          disabled={upload.isPending}
          onChange={(event) => void choose(event)}
        />
      </Field>
    </div>
  );
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  // Converts the bytes in pieces, because a call accepts a limited number of arguments.
  const pieces = Array.from({ length: Math.ceil(bytes.length / 8_192) }, (_, i) =>
    String.fromCharCode(...bytes.subarray(i * 8_192, (i + 1) * 8_192)),
  );
  return btoa(pieces.join(''));
}
