import german from '../text/catalog/de.json';
import { activate } from '../text/i18n';
import { roleName } from './role-name';
import type { Role } from './session.queries';

describe('the name of a role', () => {
  afterEach(() => activate('en'));

  it('is the value of the API in English', () => {
    expect((['OWNER', 'ADMIN', 'MEMBER'] as const).map(roleName)).toEqual(['OWNER', 'ADMIN', 'MEMBER']);
  });

  it('is in the language of the reader', () => {
    activate('de', german);
    expect((['OWNER', 'ADMIN', 'MEMBER'] as const).map(roleName)).toEqual(['Inhaber', 'Admin', 'Mitglied']);
  });

  it('is the value of the API for a role that this version does not know', () => {
    expect(roleName('{GUEST}' as Role)).toBe('{GUEST}');
  });
});
