import openapiTS, { astToString } from 'openapi-typescript';

const heading = `/**
 * The API as TypeScript types: made from docs/openapi.json by \`npm run openapi\`, never edited.
 */
`;

/** The text of libs/sdk/src/openapi-types.ts for an OpenAPI document. */
export async function typesOf(document: object): Promise<string> {
  // A property with a default may be left out of a request, and requests and answers share no schema.
  const nodes = await openapiTS(JSON.stringify(document), { defaultNonNullable: false, alphabetize: true });
  return heading + astToString(nodes);
}
