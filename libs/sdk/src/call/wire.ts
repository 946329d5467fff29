import type { components, paths } from '../openapi-types';

/** A named schema of the API description, for example `Schema<'ContactView'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Paths of the API that take a method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, object> ? P : never;
}[keyof paths];

type Operation<M extends Method, P extends keyof paths> = paths[P] extends Record<M, infer O> ? O : never;

type Json<T> = T extends { content: { 'application/json': infer B } } ? B : undefined;

type Success<R> = R extends { 200: infer A }
  ? A
  : R extends { 201: infer A }
    ? A
    : R extends { 202: infer A }
      ? A
      : never;

/** The JSON body of a success; `undefined` where the answer has none. */
export type Answer<M extends Method, P extends keyof paths> =
  Operation<M, P> extends { responses: infer R }
    ? [Success<R>] extends [never]
      ? undefined
      : Json<Success<R>>
    : never;

/** The content of an enveloped success: `data` of `{success, data}`. */
export type Data<M extends Method, P extends keyof paths> = Answer<M, P> extends { data: infer D } ? D : never;

/** The JSON body of a request. */
export type Body<M extends Method, P extends keyof paths> =
  Operation<M, P> extends { requestBody: { content: { 'application/json': infer B } } } ? B : undefined;

/** The query parameters of a request. */
export type Query<P extends keyof paths, M extends Method = 'get'> =
  Operation<M, P> extends { parameters: { query?: infer Q } } ? NonNullable<Q> : Record<string, never>;
