import { type HostileRequest, hostile, listed } from '../support/hostile-request.js'
import { STOCK } from '../support/hostile-server.js'

/** A little less than the maximum size of all headers. */
const LONG = 15_000
const OBJECT = `${STOCK}/stock-1`

/** Headers with very many parts, and queries with very many parameters. */
export const headers: readonly HostileRequest[] = [
  hostile('thousands of media types in Accept', {
    expect: 406,
    request: () => ({
      method: 'GET',
      path: OBJECT,
      headers: { accept: listed((index) => `a/${index};q=0.${index % 10}`, LONG) },
    }),
  }),
  hostile('thousands of media types with q=0 in Accept', {
    expect: 406,
    request: () => ({ method: 'GET', path: OBJECT, headers: { accept: listed(() => '*;q=0', LONG) } }),
  }),
  hostile('thousands of parameters of one media type', {
    expect: [200, 406],
    request: () => ({
      method: 'GET',
      path: OBJECT,
      headers: { accept: `application/json${listed((index) => `;p${index}=1`, LONG).replaceAll(',', '')}` },
    }),
  }),
  hostile('a Content-Type with an unterminated quoted string of thousands of characters', {
    expect: 415,
    request: () => ({
      method: 'POST',
      path: STOCK,
      headers: { 'content-type': `application/json;a="${'\\"'.repeat(LONG / 2)}` },
      body: '{}',
    }),
  }),
  hostile('a Content-Type of thousands of semicolons', {
    expect: 415,
    request: () => ({
      method: 'POST',
      path: STOCK,
      headers: { 'content-type': `application/json${' ;'.repeat(LONG / 2)}` },
      body: '{}',
    }),
  }),
  hostile('thousands of encodings in Accept-Encoding', {
    expect: 200,
    request: () => ({
      method: 'GET',
      path: OBJECT,
      headers: { 'accept-encoding': listed((index) => `x${index};q=0.5`, LONG) },
    }),
  }),
  hostile('thousands of parameters in a query', {
    expect: 200,
    request: () => ({
      method: 'GET',
      path: `${STOCK}/stock-1?${listed((index) => `p${index}`, LONG).replaceAll(',', '&')}`,
    }),
  }),
  hostile('thousands of dryRun parameters', {
    expect: 422,
    request: () => ({
      method: 'POST',
      path: `${STOCK}?${listed((index) => `dryRun=${index}`, LONG).replaceAll(',', '&')}`,
      body: '{}',
    }),
  }),
]
