export default function Home() {
  return (
    <main>
      <h1>Blocktally</h1>
      <p>
        This server accepts on-chain Bitcoin payments over its REST API at <code>/v1</code>.
      </p>
      <p>
        <a href="/api/health">State of the service</a>
      </p>
    </main>
  );
}
