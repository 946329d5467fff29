import { typedValues } from './typed-values';

describe('values that are typed for a preview', () => {
  it('are those of the contact and of the event, by their keys', () => {
    expect(typedValues({ name: 'Ada', 'data.plan': 'pro', 'event.total': '5' })).toEqual({
      data: { name: 'Ada', plan: 'pro' },
      event: { total: 5 },
    });
  });

  it('are nested as their names say', () => {
    expect(typedValues({ 'address.city': 'Bern', 'address.zip': '3000' })).toEqual({
      data: { address: { city: 'Bern', zip: 3000 } },
    });
  });

  it('are numbers and booleans where they look like ones, and nothing where nothing is typed', () => {
    expect(typedValues({ vip: 'true', age: '-2.5', name: ' ', phone: '0041791234567890123' })).toEqual({
      data: { vip: true, age: -2.5, phone: '0041791234567890123' },
    });
    expect(typedValues({})).toEqual({});
  });

  it('are lists where they are written as JSON', () => {
    expect(typedValues({ items: '[{"name": "Boat"}, 2]', note: '[not JSON' })).toEqual({
      data: { items: [{ name: 'Boat' }, 2], note: '[not JSON' },
    });
  });

  it('cannot change the prototype of an object', () => {
    typedValues({ '__proto__.polluted': 'yes', 'constructor.prototype.polluted': 'yes' });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
