/** The kinds of resource that an id in a path can name; `routes.e2e.ts` makes one of each in a foreign project. */
export type Resource =
  | 'project'
  | 'member'
  | 'contact'
  | 'campaign'
  | 'message'
  | 'job'
  | 'domain'
  | 'template'
  | 'email'
  | 'workflow'
  | 'step'
  | 'transition'
  | 'execution'
  | 'segment';

/** What the generated tests must know of a route beside what the router says. */
export interface RouteCase {
  /** What each id in the path names. */
  slots?: Record<string, Resource>;
  /** Placeholders of the path that hold a name of the caller's own project, which needs not exist, and no id. */
  names?: string[];
  /**
   * Each field of the body or query that names something, and the status for a foreign one: 404, or the status of an
   * answer in which it does not occur.
   */
  ids?: Record<string, [Resource, number]>;
  /** A body that passes validation. */
  body?: unknown;
  /** Why a route is open to everybody; every other must refuse who has no credentials. */
  open?: string;
}

const bulkIds: RouteCase['ids'] = { 'body.contactIds': ['contact', 202], 'body.excludeIds': ['contact', 202] };

const aCondition = { logic: 'AND', groups: [{ filters: [{ field: 'subscribed', operator: 'equals', value: true }] }] };

/** One line per route: a route that is missing here, or that is gone, fails the suite. */
export const routeCases: Record<string, RouteCase> = {
  'GET /openapi.json': { open: 'the description of the interface' },
  'GET /docs': { open: 'the same as a page' },
  'GET /docs/assets/:name': { open: 'files of that page' },
  'GET /': { open: 'sends a browser to the dashboard' },
  'GET /app': { open: 'the dashboard, which signs in' },
  'GET /app/*': { open: 'as above' },
  'GET /app/assets/:name': { open: 'files of the dashboard' },
  'GET /config': { open: 'feature flags, by specification' },
  'GET /health': { open: 'the edge answers' },
  'GET /mailbox': { open: "the simulator's mailbox, on local installations only" },
  'GET /mailbox/messages': { open: 'as above' },
  'GET /mailbox/messages/:id': { open: 'as above' },
  'GET /mailbox/messages/:id/eml': { open: 'as above' },
  'GET /mailbox/messages/:id/html': { open: 'as above' },
  'GET /mailbox/assets/page.css': { open: 'as above' },
  'GET /mailbox/assets/page.js': { open: 'as above' },
  'DELETE /mailbox/messages': { open: 'as above' },

  'GET /suppressions': {},
  'POST /suppressions': { body: { email: 'suppressed@people.example' } },
  'DELETE /suppressions/:email': { names: ['email'] },

  'GET /mailbox/webhooks': { open: 'as above' },
  'DELETE /mailbox/webhooks': { open: 'as above' },

  'GET /t/o/:token': { open: 'the token is signed' },
  'GET /t/c/:token': { open: 'the token is signed' },
  'GET /manage/:token': { open: 'the token is signed' },
  'POST /manage/:token': { open: 'the token is signed' },
  'GET /subscribe/:token': { open: 'the token is signed' },
  'POST /subscribe/:token': { open: 'the token is signed' },
  'GET /unsubscribe/:token': { open: 'the token is signed' },
  'POST /unsubscribe/:token': { open: 'the token is signed' },

  'POST /webhooks/sns': { open: 'the message is signed by Amazon SNS' },
  'POST /webhooks/incoming/stripe': { open: 'the webhook is signed by Stripe' },

  'POST /auth/login': { open: 'signs in' },
  'POST /auth/signup': { open: 'signs up' },
  'GET /auth/logout': { open: 'ends the session of the cookie, if there is one' },
  'POST /auth/verify-email': { open: 'the token is the credential' },
  'POST /auth/request-verification': { open: 'answers everybody alike' },
  'POST /auth/request-password-reset': { open: 'answers everybody alike' },
  'POST /auth/reset-password': { open: 'the token is the credential' },

  'GET /verify-email': { open: 'a form' },
  'POST /verify-email': { open: 'the token is the credential' },
  'GET /reset-password': { open: 'a form' },
  'POST /reset-password': { open: 'the token is the credential' },
  'GET /invitation': { open: 'a form' },
  'POST /invitation': { open: 'the token is the credential' },
  'GET /forgot-password': { open: 'a form' },
  'GET /signed-in': { open: 'the same text for everybody' },
  'POST /forgot-password': { open: 'answers everybody alike' },

  'POST /v1/send': {
    body: { to: 'a@people.example', subject: 's', body: 'b', from: 'a@nobody.example' },
    ids: { 'body.template': ['template', 404] },
  },
  'POST /v1/track': { body: { email: 'a@people.example', event: 'seen' } },
  'POST /v1/verify': { body: { email: 'a@people.example' } },

  'GET /users/@me': {},
  'GET /users/@me/sessions': {},
  'DELETE /users/@me/sessions': {},
  'GET /users/@me/projects': {},
  'POST /users/@me/projects': { body: { name: 'Another' } },
  'PATCH /users/@me/projects/:id': { slots: { id: 'project' }, body: { name: 'Taken over' } },
  'POST /users/@me/projects/:id/regenerate-keys': { slots: { id: 'project' } },

  'POST /users/@me/projects/:id/reset': { slots: { id: 'project' } },
  'DELETE /users/@me/projects/:id': { slots: { id: 'project' } },
  'GET /users/@me/projects/:id/jobs/:jobId': { slots: { id: 'project', jobId: 'job' } },

  'GET /templates': {},
  'POST /templates/render': { body: { body: 'b' }, ids: { 'body.contactId': ['contact', 404] } },
  'POST /templates/render/page': { body: { request: '{"body":"b"}' } },
  'POST /templates': { body: { name: 'n', subject: 's', body: 'b' } },
  'GET /templates/:id': { slots: { id: 'template' } },
  'PATCH /templates/:id': { slots: { id: 'template' }, body: { name: 'Taken over' } },
  'DELETE /templates/:id': { slots: { id: 'template' } },
  'POST /templates/:id/duplicate': { slots: { id: 'template' } },
  'GET /templates/:id/usage': { slots: { id: 'template' } },

  'GET /workflows': {},
  'POST /workflows': { body: { name: 'n', eventName: 'e' } },
  'GET /workflows/fields': {},
  'POST /workflows/bulk-update': { body: { ids: [], delete: true }, ids: { 'body.ids': ['workflow', 404] } },
  'GET /workflows/:id': { slots: { id: 'workflow' } },
  'PATCH /workflows/:id': { slots: { id: 'workflow' }, body: { name: 'Taken over' } },
  'DELETE /workflows/:id': { slots: { id: 'workflow' } },
  'POST /workflows/:id/duplicate': { slots: { id: 'workflow' } },
  'PUT /workflows/:id/graph': {
    slots: { id: 'workflow' },
    body: { steps: [{ id: '00000000-0000-4000-8000-000000000000', type: 'TRIGGER' }], transitions: [] },
  },
  'POST /workflows/:id/steps': {
    slots: { id: 'workflow' },
    body: { type: 'SEND_EMAIL' },
    ids: { 'body.templateId': ['template', 404] },
  },
  'PATCH /workflows/:id/steps/:stepId': {
    slots: { id: 'workflow', stepId: 'step' },
    body: { name: 'Taken over' },
    ids: { 'body.templateId': ['template', 404] },
  },
  'DELETE /workflows/:id/steps/:stepId': { slots: { id: 'workflow', stepId: 'step' } },
  'POST /workflows/:id/transitions': {
    slots: { id: 'workflow' },
    body: { fromStepId: '00000000-0000-4000-8000-000000000000', toStepId: '00000000-0000-4000-8000-000000000000' },
    ids: { 'body.fromStepId': ['step', 404], 'body.toStepId': ['step', 404] },
  },
  'POST /workflows/:id/executions': {
    slots: { id: 'workflow' },
    body: { contactId: 'x' },
    ids: { 'body.contactId': ['contact', 404] },
  },
  'GET /workflows/:id/executions': { slots: { id: 'workflow' }, ids: { 'query.contactId': ['contact', 200] } },
  'POST /workflows/:id/executions/cancel-all': { slots: { id: 'workflow' } },
  'GET /workflows/:id/executions/:executionId': { slots: { id: 'workflow', executionId: 'execution' } },
  'DELETE /workflows/:id/executions/:executionId': { slots: { id: 'workflow', executionId: 'execution' } },
  'GET /workflows/:id/stats': { slots: { id: 'workflow' } },
  'POST /workflows/:id/simulate': { slots: { id: 'workflow' }, body: { contact: 'x' } },
  'DELETE /workflows/:id/transitions/:transitionId': { slots: { id: 'workflow', transitionId: 'transition' } },
  'POST /workflows/:id/transitions/:transitionId/insert-step': {
    slots: { id: 'workflow', transitionId: 'transition' },
    body: { type: 'SEND_EMAIL' },
    ids: { 'body.templateId': ['template', 404] },
  },
  'GET /segments': {},
  'POST /segments': { body: { name: 'n', type: 'STATIC' } },
  'POST /segments/count': { body: { condition: aCondition } },
  'GET /segments/:id': { slots: { id: 'segment' } },
  'PATCH /segments/:id': { slots: { id: 'segment' }, body: { name: 'Taken over' } },
  'DELETE /segments/:id': { slots: { id: 'segment' } },
  'GET /segments/:id/contacts': { slots: { id: 'segment' } },
  'GET /segments/:id/contacts/:contactId/explain': { slots: { id: 'segment', contactId: 'contact' } },
  'POST /segments/:id/members': { slots: { id: 'segment' }, body: { emails: ['b@people.example'] } },
  'DELETE /segments/:id/members': { slots: { id: 'segment' }, body: { emails: ['b@people.example'] } },
  'POST /segments/:id/compute': { slots: { id: 'segment' } },
  'GET /segments/:id/compute/:jobId': { slots: { id: 'segment', jobId: 'job' } },
  'POST /segments/:id/refresh': { slots: { id: 'segment' } },

  'GET /campaigns': {},
  'POST /campaigns': {
    body: { name: 'n', subject: 's', body: 'b', from: 'a@nobody.example', audienceType: 'ALL' },
    // Only an audience of type SEGMENT looks at the segment: this one is refused for its sender.
    ids: { 'body.templateId': ['template', 404], 'body.segmentId': ['message', 403] },
  },
  'GET /campaigns/:id': { slots: { id: 'campaign' } },
  'PUT /campaigns/:id': {
    slots: { id: 'campaign' },
    body: { name: 'Taken over' },
    ids: { 'body.segmentId': ['message', 404] },
  },
  'DELETE /campaigns/:id': { slots: { id: 'campaign' } },
  'POST /campaigns/:id/duplicate': { slots: { id: 'campaign' } },
  'POST /campaigns/:id/send': { slots: { id: 'campaign' }, body: {} },
  'POST /campaigns/:id/cancel': { slots: { id: 'campaign' } },
  'POST /campaigns/:id/test': { slots: { id: 'campaign' }, body: { email: 'a@people.example' } },
  'GET /campaigns/:id/stats': { slots: { id: 'campaign' } },
  'GET /campaigns/:id/links': { slots: { id: 'campaign' } },
  'GET /campaigns/:id/preflight': { slots: { id: 'campaign' } },

  'GET /emails': { ids: { 'query.contactId': ['contact', 200], 'query.campaignId': ['message', 200] } },
  'GET /emails/:id': { slots: { id: 'email' } },

  'GET /domains/project/:projectId': { slots: { projectId: 'project' } },
  'POST /domains': { body: { domain: 'routes.example' }, ids: { 'body.projectId': ['project', 404] } },
  'GET /domains/:id/verify': { slots: { id: 'domain' } },
  'DELETE /domains/:id': { slots: { id: 'domain' } },

  'POST /uploads/image': {},
  'GET /uploads/:name': { open: 'images in emails' },

  'GET /users/@me/projects/:id/billing-limits': { slots: { id: 'project' } },
  'PUT /users/@me/projects/:id/billing-limits': {
    slots: { id: 'project' },
    body: { workflows: 1, campaigns: 1, transactional: 1, inbound: 1 },
  },
  'GET /users/@me/projects/:id/billing-consumption': { slots: { id: 'project' } },
  'GET /users/@me/projects/:id/billing-invoices': { slots: { id: 'project' } },
  'POST /users/@me/projects/:id/checkout': { slots: { id: 'project' } },
  'POST /users/@me/projects/:id/billing-portal': { slots: { id: 'project' } },

  'GET /users/@me/projects/:id/security': { slots: { id: 'project' } },
  'GET /projects/:projectId/security': { slots: { projectId: 'project' } },

  'GET /auth/oauth-config': { open: 'which services can be signed in with' },
  'GET /auth/oauth/:provider': { open: 'begins a sign-in' },
  'GET /auth/oauth/:provider/callback': { open: 'the code and the state are the credentials' },

  'GET /contacts': {},
  'POST /contacts': { body: { email: 'b@people.example' } },
  'POST /contacts/lookup': { body: { emails: ['b@people.example'] } },
  'GET /contacts/:id': { slots: { id: 'contact' } },
  'GET /contacts/:id/upcoming': { slots: { id: 'contact' } },
  'PATCH /contacts/:id': { slots: { id: 'contact' }, body: { subscribed: false } },
  'DELETE /contacts/:id': { slots: { id: 'contact' } },
  'GET /contacts/fields': {},
  'GET /contacts/fields/:field/values': { names: ['field'] },
  'GET /contacts/fields/:field/usage': { names: ['field'] },
  'DELETE /contacts/fields/:field': { names: ['field'] },
  'POST /contacts/import': {},
  'GET /contacts/import/:jobId': { slots: { jobId: 'job' } },
  'POST /contacts/export': { body: {} },
  'GET /contacts/export/:jobId': { slots: { jobId: 'job' } },
  'GET /contacts/export/:jobId/file': { slots: { jobId: 'job' } },
  'POST /contacts/bulk-subscribe': { body: { contactIds: ['x'] }, ids: bulkIds },
  'POST /contacts/bulk-unsubscribe': { body: { contactIds: ['x'] }, ids: bulkIds },
  'POST /contacts/bulk-delete': { body: { contactIds: ['x'] }, ids: bulkIds },
  'GET /contacts/bulk/:jobId': { slots: { jobId: 'job' } },

  'POST /events/track': { body: { email: 'a@people.example', event: 'seen' } },
  'GET /events': { ids: { 'query.contactId': ['contact', 404] } },
  'GET /events/stats': {},
  'GET /events/names': {},
  'GET /events/contact/:contactId': { slots: { contactId: 'contact' } },
  'GET /events/:eventName/usage': { names: ['eventName'] },
  'DELETE /events/:eventName': { names: ['eventName'] },

  'GET /activity': { ids: { 'query.contactId': ['contact', 200] } },
  'GET /activity/stats': {},
  'GET /activity/recent-count': {},
  'GET /activity/types': {},
  'GET /activity/upcoming': {},

  'GET /analytics/timeseries': {},
  'GET /analytics/top-campaigns': {},
  'GET /analytics/campaign-stats': {},
  'GET /analytics/top-events': {},
  'GET /analytics/deliverability': {},

  'GET /projects': {},
  'GET /projects/@current': {},
  'GET /projects/:projectId': { slots: { projectId: 'project' } },
  'GET /projects/:projectId/live': { slots: { projectId: 'project' } },
  'GET /projects/:projectId/setup-state': { slots: { projectId: 'project' } },
  'GET /projects/:projectId/members': { slots: { projectId: 'project' } },
  'POST /projects/:projectId/members': { slots: { projectId: 'project' }, body: { email: 'spy@people.example' } },
  'PATCH /projects/:projectId/members/:userId': {
    slots: { projectId: 'project', userId: 'member' },
    body: { role: 'ADMIN' },
  },
  'DELETE /projects/:projectId/members/:userId': { slots: { projectId: 'project', userId: 'member' } },
};
