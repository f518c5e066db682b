import { DescriptorError } from '../descriptor-error';
import type { WalletCandidate } from './candidate';
import { isChangeDescriptor } from './descriptor-text';
import { changeBranchOnlyError, singleCosignerError } from './refusals';

const FREE_PATHS = /^no path restrictions$/i;

/**
 * Reads a descriptor record (BIP 129) of four lines: version, descriptor, path restrictions and
 * first address. The address proves that all signers agreed on this descriptor.
 */
export function readBsms(text: string): WalletCandidate[] | undefined {
  const [version = '', second = '', third = '', fourth = ''] = text
    .split('\n')
    .map((line) => line.trim());
  if (!/^BSMS\b/i.test(version)) return undefined;
  if (!/^BSMS 1\.0$/i.test(version)) {
    throw faulty('Only version 1.0 of BIP 129 (BSMS) is supported. Export the descriptor instead.');
  }
  if (third.startsWith('[')) throw singleCosignerError();
  if (!second.includes('(') || third === '' || fourth === '') {
    throw faulty(
      'This BIP 129 (BSMS) file is incomplete: it has four lines, the last with the first address. Export it again.',
    );
  }
  const paths = FREE_PATHS.test(third) ? undefined : third.split(',').map((path) => path.trim());
  const [receive] = paths ?? [];
  if (receive !== undefined && !/^(?:\/\d+)*\/\*$/.test(receive)) throw badPaths();
  // The template's checksum is wrong once the paths are filled in, so `withPath` removes the
  // checksum.
  const body = receive === undefined ? second : withPath(second, receive);
  if (isChangeDescriptor(body)) throw changeBranchOnlyError();
  return [{ label: '', descriptor: body, firstAddress: fourth }];
}

function withPath(template: string, path: string): string {
  if (!template.includes('/**')) return template;
  return template.replace(/#.*$/, '').replaceAll('/**', path);
}

function badPaths(): DescriptorError {
  return faulty(
    'The third line of this BIP 129 (BSMS) file is not a list of paths such as /0/*,/1/*.',
  );
}

function faulty(message: string): DescriptorError {
  return new DescriptorError('unknown_file', message);
}
