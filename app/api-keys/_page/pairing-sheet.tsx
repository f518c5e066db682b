import type { ReactNode } from 'react';
import { LogoMark } from '@/app/_ui/logo';
import { PageDocument } from '@/app/pay/_page/sheet';
import type { ProblemCode } from '@/lib/domain/problems';
import { PERMISSIONS, scopeToStore } from '@/lib/greenfield/permissions';
import STYLE from './pairing.css?inline';
import type { ConsentView, GrantView } from './view';

interface PaperProps {
  readonly title: string;
  readonly script?: string;
  readonly children: ReactNode;
}

function Paper({ title, script, children }: PaperProps) {
  return (
    <PageDocument language="en" title={title} style={STYLE} script={script}>
      <main>
        <div className="slip">{children}</div>
      </main>
    </PageDocument>
  );
}

/** Asks an owner whether to grant an API key to a plugin. It works without JavaScript. */
export function ConsentSheet({ view }: { view: ConsentView }) {
  const { asked, fields, merchantName, email, stores } = view;
  const { applicationName, redirect, notOffered } = asked;
  return (
    <Paper title={`Connect ${applicationName}`}>
      <form method="post" action="authorize" className="pairing">
        <header>
          <p>{applicationName} asks to connect to</p>
          <h1>{merchantName}</h1>
        </header>
        <section>
          <h2>{redirect ? 'The key is sent to' : 'The key is shown to you'}</h2>
          {redirect ? (
            <>
              <p className="pairing-host">{redirect.host}</p>
              <p className="pairing-note mono">{redirect.href}</p>
            </>
          ) : (
            <p className="pairing-note">You paste it into the plugin yourself.</p>
          )}
        </section>
        <section>
          <h2>With it, the plugin can</h2>
          <ul>
            {asked.permissions.map((name) => (
              <li key={name}>{PERMISSIONS[name]}</li>
            ))}
          </ul>
          <p className="pairing-note">
            It can never move bitcoin: this server has no key to your wallet.
          </p>
          {notOffered.length > 0 && (
            <p className="pairing-note">
              Also requested, but not supported here:{' '}
              <span className="mono">{notOffered.join(', ')}</span>
            </p>
          )}
        </section>
        <fieldset>
          <legend>{stores.length === 1 ? 'In this store' : 'Choose its store'}</legend>
          {stores.map(({ id, name, network }, place) => (
            <label key={id}>
              <input type="radio" name="store" value={id} required defaultChecked={place === 0} />
              <span>
                {name} <small>{network}</small>
              </span>
            </label>
          ))}
        </fieldset>
        {fields.map(([name, value], place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names repeat, and the page is static
          <input key={place} type="hidden" name={name} value={value} />
        ))}
        <div className="pairing-buttons">
          <button type="submit" name="consent" value="yes" className="btn btn-primary btn-large">
            {redirect ? 'Connect' : 'Create the key'}
          </button>
          <a className="btn btn-quiet btn-large" href="../dashboard/shops">
            Cancel
          </a>
        </div>
        <p className="pairing-note">
          Signed in as {email}. You can disconnect the plugin at any time under Connect a shop.
        </p>
      </form>
    </Paper>
  );
}

/** Submits the form that sends the key to the shop. */
export const SUBMIT_SCRIPT = "document.getElementById('pairing').submit()";

/**
 * Sends the key to the shop in a form. If the plugin gave no redirect URL, shows the key once
 * instead.
 */
export function GrantSheet({ view: { asked, token, storeId, userId } }: { view: GrantView }) {
  const { redirect, applicationName, permissions } = asked;
  if (!redirect) {
    return (
      <Paper title="Your key">
        <div className="pairing">
          <header>
            <h1>Key for {applicationName}</h1>
            <p>Copy it now. It is not shown again.</p>
          </header>
          <dl>
            <dt>API key</dt>
            <dd className="mono">{token}</dd>
            <dt>Store id</dt>
            <dd className="mono">{storeId}</dd>
          </dl>
          <div className="pairing-buttons">
            <a className="btn btn-quiet btn-large" href="../dashboard/shops">
              Done
            </a>
          </div>
        </div>
      </Paper>
    );
  }
  return (
    <Paper title={`Back to ${redirect.host}`} script={SUBMIT_SCRIPT}>
      <form id="pairing" method="post" action={redirect.href} className="closed">
        <LogoMark />
        <h1>{applicationName} is connected</h1>
        <p>The key is on its way to {redirect.host}.</p>
        <input type="hidden" name="apiKey" value={token} />
        <input type="hidden" name="userId" value={userId} />
        {permissions.map((name) => (
          <input
            key={name}
            type="hidden"
            name="permissions[]"
            value={scopeToStore(name, storeId)}
          />
        ))}
        <button type="submit" className="btn btn-primary btn-large">
          Continue
        </button>
      </form>
    </Paper>
  );
}

/** For a merchant without a usable API key. */
export function NoStoreSheet() {
  return (
    <Paper title="Create an API key first">
      <div className="closed">
        <LogoMark />
        <h1>Create an API key first</h1>
        <p>A shop is connected to one of your API keys. Create one, then connect again.</p>
        <a className="btn btn-primary btn-large" href="../dashboard/keys/new">
          Create API key
        </a>
      </div>
    </Paper>
  );
}

const REFUSALS: Readonly<Partial<Record<ProblemCode, string>>> = {
  forbidden: 'You cannot connect this shop',
  cross_site_request: 'Confirm on this server',
  not_found: 'This store is not yours',
  database_unavailable: 'Try again in a moment',
  internal_error: 'Something went wrong',
};

export function RefusalSheet({
  code,
  text,
}: {
  readonly code: ProblemCode;
  readonly text: string;
}) {
  const title = REFUSALS[code] ?? 'This shop cannot be connected';
  return (
    <Paper title={title}>
      <div className="closed">
        <LogoMark />
        <h1>{title}</h1>
        <p>{text}</p>
        <a className="btn btn-quiet btn-large" href="../dashboard/shops">
          Connect a shop
        </a>
      </div>
    </Paper>
  );
}
