/**
 * Returns a Content-Disposition with a file's name (RFC 6266): in ASCII, and in full for browsers
 * that read RFC 8187.
 *
 * @param name any text; characters that no file name may contain become hyphens
 */
export function attachmentHeader(name: string, ending: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  const full = name.replace(/[\p{C}\p{Z}/\\:*?"<>|]+/gu, '-');
  const encoded = encodeURIComponent(full).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}.${ending}"; filename*=UTF-8''${encoded}.${ending}`;
}
