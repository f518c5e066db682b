import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

const USAGE = `Runs Lighthouse on the pages of a running demonstration installation.

  node bench/pages.mjs [data folder]   (default .data, where npm start left demo.json)

APP (default http://localhost:3000) is where it runs, CHROME_PATH a Chromium (default
/usr/bin/chromium). Lighthouse is fetched from npm when it is first used. Ends with 1 when a page
has less than 95 for performance, accessibility or best practices.`;

/** The last Lighthouse release that runs on every Node.js version that we support. */
const LIGHTHOUSE = 'lighthouse@12.8.2';
const MIN_SCORE = 95;
const RUNS = 3;
const CATEGORIES = ['performance', 'accessibility', 'best-practices'];

const CHROME_FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  // This disables a Chromium experiment that draws a loading page only once a second. In some runs
  // the experiment delays the first paint by a second.
  '--disable-features=ThrottleMainFrame',
];

const app = process.env.APP ?? 'http://localhost:3000';
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean' } },
});
const [dataFolder = '.data'] = positionals;
if (options.help) {
  console.log(USAGE);
  process.exit(0);
}
const demo = JSON.parse(readFileSync(path.join(dataFolder, 'demo.json'), 'utf8'));

async function newPayment() {
  const response = await fetch(`${app}/v1/btc/payments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${demo.api_key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ amount_sats: 25_000, reference: 'Order 1042' }),
  });
  const { id, checkout_url: url } = await response.json();
  return { id, path: new URL(url).pathname };
}

/** Signs in like a browser. Returns the session's Cookie header. */
async function signIn() {
  const jar = new Map();
  const keep = (response) => {
    for (const cookie of response.headers.getSetCookie()) {
      const [name, value] = cookie.split(';')[0].split(/=(.*)/s);
      jar.set(name, value);
    }
    return response;
  };
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const { csrfToken } = await keep(await fetch(`${app}/api/auth/csrf`)).json();
  const { email, password } = demo;
  const response = keep(
    await fetch(`${app}/api/auth/callback/credentials`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: cookies() },
      body: new URLSearchParams({ csrfToken, email, password }),
    }),
  );
  if (!response.headers.get('location')?.endsWith('/dashboard')) throw new Error('not signed in');
  return cookies();
}

/** Returns Lighthouse's report, or undefined if the run failed. */
async function examine(url, { preset, cookie }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'blocktally-lighthouse-'));
  const file = path.join(folder, 'report.json');
  const child = spawn(
    'npx',
    [
      '--yes',
      LIGHTHOUSE,
      url,
      '--quiet',
      `--only-categories=${CATEGORIES.join(',')}`,
      '--output=json',
      `--output-path=${file}`,
      `--chrome-flags=${CHROME_FLAGS.join(' ')}`,
      ...(preset === 'desktop' ? ['--preset=desktop'] : []),
      ...(cookie ? [`--extra-headers=${JSON.stringify({ cookie })}`] : []),
    ],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, CHROME_PATH: process.env.CHROME_PATH ?? '/usr/bin/chromium' },
    },
  );
  const [code] = await once(child, 'exit');
  const report = code === 0 ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  rmSync(folder, { recursive: true });
  return report;
}

/**
 * Returns the best of several runs, because other load on the machine only makes a page slower. A
 * run can fail, because Lighthouse sometimes misses the start of the browser's trace.
 */
async function bestOf(url, options) {
  const reports = [];
  for (let run = 0; run < RUNS; run += 1) {
    const report = await examine(url, options);
    if (report) reports.push(report);
  }
  if (reports.length === 0) throw new Error(`Lighthouse could not examine ${url}`);
  const score = ({ categories }) => categories.performance.score;
  return reports.reduce((best, next) => (score(next) > score(best) ? next : best));
}

const ROWS = 30;
for (let row = 1; row < ROWS; row += 1) await newPayment();
const cookie = await signIn();
const { id, path: paymentPage } = await newPayment();
const pages = [
  { name: 'payment page', path: paymentPage },
  { name: 'landing page', path: '/' },
  { name: 'documentation', path: '/docs/quickstart' },
  { name: 'sign-in', path: '/sign-in' },
  { name: 'home', path: '/dashboard', cookie },
  { name: `payments list, ${ROWS} rows`, path: '/dashboard/payments', cookie },
  { name: 'payment', path: `/dashboard/payments/${id}`, cookie },
].flatMap((page) => ['phone', 'desktop'].map((preset) => ({ ...page, preset })));
console.log(`| page | as | ${CATEGORIES.join(' | ')} | kB in all | kB of script |`);
console.log('| --- | --- | ---: | ---: | ---: | ---: | ---: |');
for (const page of pages) {
  const { categories, audits } = await bestOf(app + page.path, page);
  const scores = CATEGORIES.map((name) => Math.round((categories[name].score ?? 0) * 100));
  const requests = audits['network-requests'].details.items;
  const kB = (list) => Math.round(list.reduce((sum, one) => sum + one.transferSize, 0) / 1000);
  const scripts = requests.filter(({ resourceType }) => resourceType === 'Script');
  const cells = [page.name, page.preset, ...scores, kB(requests), kB(scripts)];
  console.log(`| ${cells.join(' | ')} |`);
  if (scores.every((score) => score >= MIN_SCORE)) continue;
  process.exitCode = 1;
  const short = CATEGORIES.flatMap((name) => categories[name].auditRefs)
    .map(({ id }) => audits[id])
    .filter(({ score }) => score !== null && score < 0.9);
  for (const { id, title, displayValue = '' } of short)
    console.log(`  ${id}: ${title} ${displayValue}`);
}
