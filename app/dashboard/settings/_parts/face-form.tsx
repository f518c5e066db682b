'use client';

import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '@/app/_ui/button';
import { Field, Input } from '@/app/_ui/field';
import { Skeleton } from '@/app/_ui/skeleton';
import { accentsByTheme } from '@/lib/domain/accent';
import { isColor } from '@/lib/domain/branding';
import type { BrandingResponse } from '@/lib/http/merchant/face-routes';
import { brandingQuery } from '../../_data/queries';
import { RequestError } from '../../_data/request-error';
import { useChange } from '../../_data/use-change';
import { useLeaveWarning } from '../../_frame/unsaved';
import { QueryState } from '../../_list/query-state';
import { BrandingPreview } from './branding-preview';
import { LogoUpload } from './logo-upload';

const FIELDS = ['accent', 'support_email', 'support_phone', 'imprint_url', 'terms_url'] as const;
type FaceTexts = Readonly<Record<(typeof FIELDS)[number], string>>;

/** The merchant's branding, with a preview of the payment page. */
export function BrandingSection() {
  const query = useQuery(brandingQuery());
  return (
    <QueryState what="These settings" query={query} skeleton={<Skeleton className="h-96 w-full" />}>
      {(face) => <FaceForm face={face} />}
    </QueryState>
  );
}

function FaceForm({ face }: { face: BrandingResponse }) {
  const [typed, setTyped] = useState<Partial<FaceTexts>>({});
  const saved = textsOf(face);
  const texts = { ...saved, ...typed };
  const isChanged = FIELDS.some((name) => texts[name].trim() !== saved[name]);
  useLeaveWarning(isChanged);
  const change = useChange('PATCH /api/dashboard/settings/face', {
    ask: (given: FaceTexts) => ({ body: bodyOf(given) }),
    done: () => 'Payment page changed.',
    quiet: true,
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!change.isPending) change.mutate(texts, { onSuccess: () => setTyped({}) });
  }
  const field = (name: (typeof FIELDS)[number]) => ({
    value: texts[name],
    onChange: (event: { target: { value: string } }) =>
      setTyped((now) => ({ ...now, [name]: event.target.value })),
  });
  const fields = change.error instanceof RequestError ? change.error.fields : {};
  const hasFields = Object.keys(fields).length > 0;
  const error = (name: (typeof FIELDS)[number]) => fields[name];
  return (
    <div className="grid items-start gap-x-10 gap-y-6 xl:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
      <div className="grid gap-4">
        <LogoUpload face={face} />
        <form onSubmit={submit} noValidate className="grid justify-items-start gap-4">
          <ColorField error={error('accent')} {...field('accent')} />
          <Field
            label="Support e-mail"
            hint="Customers get a button to write to this address when a payment is late, underpaid, overpaid, expired or canceled."
            error={error('support_email')}
            className="w-full"
          >
            <Input type="email" autoComplete="off" {...field('support_email')} />
          </Field>
          <Field label="Support phone" error={error('support_phone')} className="w-full">
            <Input type="tel" autoComplete="off" {...field('support_phone')} />
          </Field>
          <Field label="Imprint" error={error('imprint_url')} className="w-full">
            <Input
              type="url"
              autoComplete="off"
              placeholder="https://shop.example/imprint"
              {...field('imprint_url')}
            />
          </Field>
          <Field label="Terms" error={error('terms_url')} className="w-full">
            <Input
              type="url"
              autoComplete="off"
              placeholder="https://shop.example/terms"
              {...field('terms_url')}
            />
          </Field>
          {change.error && !hasFields && (
            <p role="alert" className="text-failed">
              {change.error.message}
            </p>
          )}
          <Button type="submit" busy={change.isPending} disabled={!isChanged}>
            Save<span className="sr-only"> the payment page</span>
          </Button>
        </form>
      </div>
      <BrandingPreview texts={texts} logo={face.logo?.hash ?? ''} />
    </div>
  );
}

interface ColorProps {
  readonly value: string;
  readonly onChange: (event: { target: { value: string } }) => void;
  readonly error: string | undefined;
}

function ColorField({ value, onChange, error }: ColorProps) {
  const color = value.trim().toLowerCase();
  const shown = isColor(color) ? accentsByTheme(color) : undefined;
  return (
    <Field
      label="Color"
      hint={
        shown ? (
          <ShownColors color={color} shown={shown} />
        ) : (
          'Buttons and links. Leave empty for blue.'
        )
      }
      error={error}
      className="w-full"
    >
      <span className="flex gap-2">
        <Input mono placeholder="#2a3fb0" maxLength={7} value={value} onChange={onChange} />
        <input
          type="color"
          aria-label="Pick a color"
          className="h-9 w-12 shrink-0 cursor-pointer rounded-control border border-rule-strong bg-surface p-1 pointer-coarse:min-h-11"
          value={isColor(color) ? color : '#2a3fb0'}
          onChange={onChange}
        />
      </span>
    </Field>
  );
}

/** Shows the color that each theme uses, and whether it differs from the chosen color. */
function ShownColors({
  color,
  shown,
}: {
  color: string;
  shown: ReturnType<typeof accentsByTheme>;
}) {
  const themes = [
    ['light', shown.light.accent],
    ['dark', shown.dark.accent],
  ] as const;
  const adjusted = themes.filter(([, used]) => used !== color).map(([theme]) => theme);
  const where = adjusted.length === 2 ? 'both themes' : `the ${adjusted[0]} theme`;
  return (
    <>
      {adjusted.length > 0 ? `Adjusted to be readable in ${where}. ` : 'Readable in both themes. '}
      {themes.map(([theme, used]) => (
        <span key={theme} className="me-3 inline-flex items-center gap-1.5 whitespace-nowrap">
          <span
            aria-hidden
            className="size-3 rounded-sm border border-rule-strong"
            style={{ background: used }}
          />
          {theme === 'light' ? 'Light' : 'Dark'} <span className="mono">{used}</span>
        </span>
      ))}
    </>
  );
}

function textsOf(face: BrandingResponse): FaceTexts {
  return {
    accent: face.accent ?? '',
    support_email: face.support_email ?? '',
    support_phone: face.support_phone ?? '',
    imprint_url: face.imprint_url ?? '',
    terms_url: face.terms_url ?? '',
  };
}

function bodyOf(texts: FaceTexts) {
  const of = (name: keyof FaceTexts) => texts[name].trim() || null;
  return {
    accent: of('accent')?.toLowerCase() ?? null,
    support_email: of('support_email'),
    support_phone: of('support_phone'),
    imprint_url: of('imprint_url'),
    terms_url: of('terms_url'),
  };
}
