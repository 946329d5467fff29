import { AppError } from '@waybill/contracts/errors';
import { pageLanguage } from '@waybill/contracts/subscription/subscription';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedLanguages, answerPage } from '../page-answer';
import { errorPage } from './page';

/** Answers a link in an email with the page that `make` gives, or with one that says in the reader's language what is wrong. */
export function answerLink(request: FastifyRequest, reply: FastifyReply, make: () => Promise<string>): Promise<string> {
  const fail = ({ status }: AppError): string =>
    errorPage(pageLanguage(...acceptedLanguages(request)), status < 500 ? 'badLink' : 'later');
  return answerPage(request, reply, { make, fail });
}

export const badLink = (): AppError => new AppError('NOT_FOUND', 'The link is not valid');
