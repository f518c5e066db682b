import { CodeBlock } from '@/app/_ui/code-block';
import { Section } from './section';

const LINES = `npm start          # a database, a test chain and a demo shop come with it
cp .env.example .env
echo 'APP_URL=https://pay.example.com' >> .env
echo 'BITCOIN_MAINNET=http://user:password@127.0.0.1:8332' >> .env
npm start          # the same, on your own node`;

export function SelfHost() {
  return (
    <Section
      id="self-host"
      title="Run it yourself"
      lead="One process and one PostgreSQL database, on your machine. A Bitcoin node of your own, or an Esplora server."
    >
      <CodeBlock code={LINES} label="commands to run it yourself" />
    </Section>
  );
}
