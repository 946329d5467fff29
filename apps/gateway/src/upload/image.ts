export interface Image {
  bytes: Buffer;
  contentType: string;
  extension: string;
}

type Format = 'jpeg' | 'png' | 'gif' | 'webp';

const contentTypes: Record<Format, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
};
/** Pixels of all frames together: what a decoder has to hold. */
const maxPixels = 50_000_000;
const maxFrames = 200;
const maxSide = 10_000;

/**
 * The picture, decoded and made again in its own format: what is hidden in a file beside its pixels (scripts, archives,
 * places, comments) does not survive. Null for what is not a JPEG, PNG, GIF or WebP, is broken, or would be too large.
 */
export async function cleanImage(file: Buffer): Promise<Image | null> {
  const format = formatOf(file);
  if (!format) return null;
  // Loaded with the first picture: most gateways never see one, and the decoders take memory.
  const { default: sharp } = await import('sharp');
  try {
    const reader = sharp(file, { limitInputPixels: maxPixels, failOn: 'error', animated: format !== 'png' });
    const { format: decoded, width, height, pages = 1, pageHeight = height } = await reader.metadata();
    if (decoded !== format || width > maxSide || pageHeight > maxSide) return null;
    if (pages > maxFrames || width * pageHeight * pages > maxPixels) return null;
    const upright = format === 'jpeg' ? reader.rotate() : reader;
    const bytes = await upright.toFormat(format, format === 'jpeg' ? { quality: 88 } : {}).toBuffer();
    return { bytes, contentType: contentTypes[format], extension: format === 'jpeg' ? 'jpg' : format };
  } catch {
    return null;
  }
}

/** The format that the first bytes say, whatever the name or the declared type. */
function formatOf(file: Buffer): Format | null {
  if (file.length < 16) return null;
  if (file.readUIntBE(0, 3) === 0xffd8ff) return 'jpeg';
  if (file.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return 'png';
  const text = file.subarray(0, 12).toString('latin1');
  if (/^GIF8[79]a/.test(text)) return 'gif';
  return text.startsWith('RIFF') && text.endsWith('WEBP') ? 'webp' : null;
}
