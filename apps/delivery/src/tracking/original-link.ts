import { readLink } from '@waybill/contracts/tracking/signed-link';

/** The address a tracked link leads to; any other link is its own. Only for links that this installation wrote. */
export function originalLink(url: string): string {
  const link = readLink(/\/t\/c\/([^/?#]+)$/.exec(url)?.[1] ?? '');
  return link?.purpose === 'click' ? link.url : url;
}
