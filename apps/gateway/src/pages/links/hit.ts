import type { TrackingHit } from '@waybill/contracts/tracking/hit';
import type { ClickLink, ContactLink, OpenLink } from '@waybill/contracts/tracking/signed-link';
import { newId } from '@waybill/database/ids';
import type { FastifyRequest } from 'fastify';

const maxUserAgent = 500;

/** The open or click that a request to a tracked link reports. */
export function hitOf(link: OpenLink | ClickLink | ContactLink, request: FastifyRequest): TrackingHit {
  const hit = {
    id: newId(),
    projectId: link.projectId,
    emailId: link.emailId,
    at: new Date().toISOString(),
    userAgent: request.headers['user-agent']?.slice(0, maxUserAgent) ?? null,
  };
  if (link.purpose === 'open') return { ...hit, kind: 'open' };
  if (link.purpose !== 'click') return { ...hit, kind: 'unsubscribe' };
  const { url, position, links } = link;
  return { ...hit, kind: 'click', link: { url, position, links } };
}
