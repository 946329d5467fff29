import { AppError } from '@waybill/contracts/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pageHeaders } from './page';

/** The languages of an Accept-Language header, as far as their order goes. */
export const acceptedLanguages = (request: FastifyRequest): string[] =>
  (request.headers['accept-language'] ?? '')
    .split(',')
    .slice(0, 10)
    .map((part) => part.split(';')[0]!.trim());

/** Does the caller read pages, as a browser does? */
export const wantsPage = (request: FastifyRequest): boolean => /\btext\/html\b/i.test(request.headers.accept ?? '');

/** How a page is answered. */
export interface PageAnswer {
  make: () => Promise<string>;
  /** The page for what went wrong. */
  fail: (error: AppError) => string;
  /** The one script of these pages. */
  script?: string;
}

/** Answers with the page that `make` gives. A browser gets its errors as a page too, everyone else as the envelope. */
export async function answerPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { make, fail, script }: PageAnswer,
): Promise<string> {
  try {
    const html = await make();
    void reply.headers(pageHeaders(script));
    return html;
  } catch (error) {
    return answerProblem(error, request, reply, { fail, script });
  }
}

/** Answers an error to a browser with the page for it, with its status; throws it for everyone else. */
export function answerProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { fail, script }: Omit<PageAnswer, 'make'>,
): string {
  if (!(error instanceof AppError) || !wantsPage(request)) throw error;
  void reply.status(error.status).headers(pageHeaders(script));
  return fail(error);
}
