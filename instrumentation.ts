/** Runs once when a server process starts, never during a build. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { startServer } = await import('@/lib/server');
    await startServer(async (own) => (await import('@/inngest/wake-deliveries')).startWaking(own));
  }
}
