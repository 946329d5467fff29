import { memoryShare, shareBytes } from '@waybill/concurrency/memory-budget';
import type { Metadata } from 'sharp';

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
/** Pixels of all frames together. */
const maxPixels = 50_000_000;
const maxFrames = 200;
const maxSide = 10_000;
/** Bytes that one picture may take: with all that the process has for pictures, it is decoded alone. */
const maxMemory = shareBytes('images');
/** Seconds for one picture. */
const maxSeconds = 15;

/** A small file can be a large picture. Two at once leave the other threads to the other routes. */
const decoding = memoryShare('images');

/**
 * The picture, decoded and made again in its own format: what is hidden in a file beside its pixels (scripts, archives,
 * places, comments) does not survive. Null for what is not a JPEG, PNG, GIF or WebP, is broken, or would be too large.
 * @throws AppError 503 while too many others wait.
 */
export async function cleanImage(file: Buffer): Promise<Image | null> {
  const format = formatOf(file);
  if (!format) return null;
  // Loaded with the first picture: most gateways never see one, and the decoders take memory.
  const { default: sharp } = await import('sharp');
  const reader = sharp(file, { limitInputPixels: maxPixels, failOn: 'error', animated: format !== 'png' });
  const head = await reader.metadata().catch(() => null);
  if (head?.format !== format || !mayDecode(head)) return null;
  const memory = memoryOf(format, head);
  if (memory > maxMemory) return null;
  // Huffman tables of its own for a JPEG would keep all of it in memory, for 2 % of its bytes.
  const options = format === 'jpeg' ? { quality: 88, optimiseCoding: false } : {};
  const upright = isTurned(head) && format === 'jpeg' ? reader.rotate() : reader;
  const make = (): Promise<Buffer | null> =>
    upright
      .toFormat(format, options)
      .timeout({ seconds: maxSeconds })
      .toBuffer()
      .catch(() => null);
  const bytes = await decoding.run(make, { weight: Math.max(memory, maxMemory / 2) });
  return bytes && { bytes, contentType: contentTypes[format], extension: format === 'jpeg' ? 'jpg' : format };
}

function mayDecode({ width, height, pages = 1, pageHeight = height }: Metadata): boolean {
  if (width > maxSide || pageHeight > maxSide || pages > maxFrames) return false;
  return width * pageHeight * pages <= maxPixels;
}

const isTurned = ({ orientation = 1 }: Metadata): boolean => orientation > 1;

/** About how many bytes it takes to make the picture again, measured with sharp 0.35: most go by the pixels of one frame. */
function memoryOf(format: Format, head: Metadata): number {
  const { width, height, pages = 1, pageHeight = height, channels, depth } = head;
  const frame = width * pageHeight;
  const others = frame * (pages - 1);
  if (format === 'gif') return 15 * frame + 1.5 * others;
  if (format === 'webp') return 14 * frame + 5 * others;
  // Read line by line, unless all of it has to be there before the first line is.
  const whole = head.isProgressive || isTurned(head);
  const perPixel = channels * (depth === 'uchar' ? 1 : 2) * (format === 'jpeg' && head.isProgressive ? 2 : 1);
  return frame * (whole ? perPixel + 1 : 1);
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
