import { configOf, draftOf, isEditable } from './step-fields';

describe('the settings of a step', () => {
  it('come back from the form as they were', () => {
    const configs = [
      ['DELAY', { amount: 3, unit: 'hours' }],
      ['CONDITION', { field: 'data.plan', operator: 'equals', value: 'pro' }],
      ['CONDITION', { field: 'data.age', operator: 'greaterThan', value: 18 }],
      ['UPDATE_CONTACT', { subscriptionAction: 'subscribe', updates: { plan: null } }],
      ['WEBHOOK', { url: 'https://a.example', method: 'PUT', headers: { authorization: '***' } }],
    ] as const;
    for (const [type, config] of configs) {
      expect(configOf(type, config, draftOf(type, config))).toEqual({ config, errors: {} });
    }
  });

  it('take the number that the field of a number gives', () => {
    const before = { amount: 3, unit: 'hours' };
    const { config } = configOf('DELAY', before, { amount: 0, unit: 'days' });
    expect(config).toEqual({ amount: 0, unit: 'days' });
  });

  it('lose what is emptied', () => {
    const before = { eventName: 'paid', timeout: 60 };
    expect(configOf('WAIT_FOR_EVENT', before, { eventName: 'paid', timeout: '' }).config).toEqual({
      eventName: 'paid',
    });
  });

  it('name the field that is no JSON', () => {
    expect(configOf('UPDATE_CONTACT', {}, { updates: '{plan}' }).errors).toEqual({ updates: 'This is no JSON' });
  });

  it('are not shown as fields where they are a filter or branches', () => {
    expect(isEditable({ type: 'CONDITION', config: { mode: 'multi', branches: [] } })).toBe(false);
    expect(isEditable({ type: 'CONDITION', config: { field: 'data.a', operator: 'exists' } })).toBe(true);
  });
});
