/** A success that the method of a controller writes itself, so that its type does not tell it. */
export interface Written {
  /** The status, where it is not the one of the route. */
  status?: number;
  /** Content types of the body; none where it has none. */
  types: string[];
  description: string;
}

const redirect = (description: string): Written => ({ status: 302, types: [], description });
const body = (description: string, ...types: string[]): Written => ({ types, description });

/** Successes by route. Every answer of the black-box tests is compared with them. */
export const written: Record<string, Written> = {
  'GET /': redirect('A browser: to the dashboard.'),
  'GET /app/assets/{name}': body(
    'The file.',
    ...['application/javascript', 'text/javascript', 'text/css', 'image/svg+xml', 'image/png', 'font/woff2'],
  ),
  'GET /auth/oauth/{provider}': redirect('To the sign-in of the service.'),
  'GET /auth/oauth/{provider}/callback': redirect('Signed in: to the dashboard, or to a page that says so.'),
  'GET /contacts/export/{jobId}/file': body('The file.', 'text/csv'),
  'GET /docs/assets/{name}': body('The file.', 'text/css', 'text/javascript'),
  'GET /mailbox/messages/{id}/eml': body('The message as it left.', 'message/rfc822'),
  'GET /projects/{projectId}/live': body('Hints as they come, one `data:` line each.', 'text/event-stream'),
  'GET /t/c/{token}': redirect('To the link of the email.'),
  'GET /t/o/{token}': body('An image of one pixel.', 'image/gif'),
  'GET /uploads/{name}': body('The image.', 'image/gif', 'image/jpeg', 'image/png', 'image/webp'),
};

/** The statuses of routes with more than one success, which have the same body, in place of the one that the route states. */
export const successes: Record<string, Record<string, string>> = {
  'POST /contacts': { 201: 'The contact is created.', 200: 'The address was a contact already, which is changed.' },
  'POST /suppressions': { 201: 'The address is suppressed.', 200: 'The address was suppressed already.' },
  'POST /segments/{id}/compute': { 200: 'The members are computed.', 202: 'The job goes on: `jobId` names it.' },
};

const pageRoutes =
  /^(GET|POST) \/(forgot-password|invitation|manage\/\{token\}|reset-password|subscribe\/\{token\}|unsubscribe\/\{token\}|verify-email)$|^GET \/signed-in$/;

/** Does the route answer a page? */
export const isPage = (route: string): boolean => pageRoutes.test(route);

/** Does the route answer its errors to a browser as a page? */
export const hasErrorPage = (route: string): boolean =>
  isPage(route) || ['GET /t/c/{token}', 'GET /auth/oauth/{provider}/callback'].includes(route);
