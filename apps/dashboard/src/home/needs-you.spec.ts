import { needsOf } from './needs-you';

const window = { total: 0, bounces: 0, complaints: 0, bounceRate: 0, complaintRate: 0 };
const free = { limit: null, usage: 0, percentage: 0, isWarning: false, isBlocked: false };
const calm = {
  domains: [],
  limits: { currency: 'eur', transactional: free, campaigns: free, workflows: free, inbound: free },
  security: {
    status: {
      projectId: 'p',
      isHealthy: true,
      shouldDisable: false,
      isNewProject: false,
      violations: [] as string[],
      warnings: [] as string[],
      twentyFourHour: window,
      sevenDay: window,
      allTime: window,
    },
    levels: {
      bounce7Day: 'healthy' as const,
      bounceAllTime: 'healthy' as const,
      complaint7Day: 'healthy' as const,
      complaintAllTime: 'healthy' as const,
    },
    isDisabled: false,
    suspensions: [],
  },
};

describe('what needs a person', () => {
  it('is nothing in a healthy project', () => {
    expect(needsOf(calm)).toEqual([]);
  });

  it('is the danger of suspension first, then spent limits', () => {
    const status = { ...calm.security.status, violations: ['Bounce rate 12 %'] };
    const campaigns = { limit: 10, usage: 8, percentage: 80, isWarning: true, isBlocked: false };
    const inbound = { limit: 10, usage: 10, percentage: 100, isWarning: true, isBlocked: true };
    const needs = needsOf({
      ...calm,
      security: { ...calm.security, status },
      limits: { ...calm.limits, campaigns, inbound },
    });
    expect(needs.map(({ tone, title }) => [tone, title])).toEqual([
      ['bad', 'Bounces or complaints are critical'],
      ['watch', 'The limit of campaign emails is near'],
      ['bad', 'No more received emails are taken this month'],
    ]);
  });
});
