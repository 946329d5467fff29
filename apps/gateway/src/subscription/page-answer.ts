import { AppError } from '@waybill/contracts/errors';
import { pageLanguage } from '@waybill/contracts/subscription/subscription';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorPage, pageHeaders } from './page';

/** The languages of an Accept-Language header, as far as their order goes. */
export const acceptedLanguages = (request: FastifyRequest): string[] =>
  (request.headers['accept-language'] ?? '')
    .split(',')
    .slice(0, 10)
    .map((part) => part.split(';')[0]!.trim());

const wantsPage = (request: FastifyRequest): boolean => /\btext\/html\b/i.test(request.headers.accept ?? '');

/**
 * Answers with the page that `make` gives. A browser gets its errors as a page too, everyone else as the envelope.
 */
export async function answerPage(
  request: FastifyRequest,
  reply: FastifyReply,
  make: () => Promise<string>,
): Promise<string> {
  try {
    const html = await make();
    void reply.headers(pageHeaders);
    return html;
  } catch (error) {
    if (!(error instanceof AppError) || !wantsPage(request)) throw error;
    void reply.status(error.status).headers(pageHeaders);
    return errorPage(pageLanguage(...acceptedLanguages(request)), error.status < 500 ? 'badLink' : 'later');
  }
}

export const badLink = (): AppError => new AppError('NOT_FOUND', 'The link is not valid');
