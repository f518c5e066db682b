import manifest from '@/sdk/package.json';
import packed from '@/sdk/src/index.ts?packed';

/** The file name that `npm pack` gives the package. */
const FILE = `blocktally-sdk-${manifest.version}.tgz`;

interface Context {
  readonly params: Promise<{ readonly file: string }>;
}

/** Returns the npm package of the TypeScript client, only in the server's own version. */
export async function GET(_: Request, { params }: Context): Promise<Response> {
  const { file } = await params;
  if (file !== FILE) return new Response(`This server has ${FILE}.\n`, { status: 404 });
  return new Response(Buffer.from(packed, 'base64'), {
    headers: {
      'content-type': 'application/gzip',
      'content-disposition': `attachment; filename="${FILE}"`,
      'cache-control': 'public, max-age=300',
    },
  });
}
