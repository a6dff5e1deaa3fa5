import { isAccountIssuer, isHttpsUrl, type ServerConfig } from '#server/config.js'
import { orEmpty } from './expect-options.js'
import {
  durationOption,
  fileOption,
  listThat,
  orNone,
  type ServerOption,
  type ServerOptionTable,
  stringThat,
  switchOption,
} from './option.js'

type AccountKey =
  | 'serviceAccountIssuer'
  | 'serviceAccountKeyFiles'
  | 'serviceAccountSigningKeyFile'
  | 'apiAudiences'
  | 'serviceAccountMaxTokenExpirationMs'
  | 'serviceAccountExtendTokenExpiration'
  | 'serviceAccountJwksUri'

const isNamed = (text: string) => text !== ''
const ISSUERS = listThat('URLs or strings without a colon', isAccountIssuer)
const ISSUER = stringThat('a URL or a string without a colon', isAccountIssuer)

const JWKS_URI = stringThat('an https URL', isHttpsUrl)

/** Options of service account tokens. */
export const ACCOUNT_OPTIONS: ServerOptionTable<Pick<ServerConfig, AccountKey>> = {
  serviceAccountIssuer: {
    ...listOption(
      '--service-account-issuer',
      '<url,…>',
      'issuers (iss) of service account tokens; all are accepted, the first is that of new tokens',
      'one or more URLs, or strings without a colon, separated by commas',
      isAccountIssuer,
    ),
    value: {
      what: `${ISSUER.what}, or ${ISSUERS.what}`,
      fits: (value) => ISSUER.fits(value) || ISSUERS.fits(value),
    },
  },
  serviceAccountKeyFiles: listOption(
    '--service-account-key-file',
    '<file,…>',
    'keys that verify service account tokens besides the signing key, in PEM; certificates too',
    'one or more files, separated by commas',
    isNamed,
  ),
  serviceAccountSigningKeyFile: fileOption(
    '--service-account-signing-key-file',
    'private key that signs service account tokens, in PEM, instead of one that the server makes',
  ),
  apiAudiences: listOption(
    '--api-audiences',
    '<text,…>',
    'audiences of tokens for this server; the issuers of service account tokens by default',
    'one or more strings, separated by commas',
    isNamed,
  ),
  serviceAccountMaxTokenExpirationMs: durationOption(
    '--service-account-max-token-expiration',
    'longest lifetime of requested service account tokens, from 1h on; 0 for any',
  ),
  serviceAccountExtendTokenExpiration: switchOption(
    '--service-account-extend-token-expiration',
    'accept the default tokens of pods for a year, and count uses after their lifetime',
  ),
  serviceAccountJwksUri: {
    flag: '--service-account-jwks-uri',
    placeholder: '<url>',
    hasVariable: true,
    help: 'published URL of the keys of service account tokens; by default a path below the issuer',
    expected: JWKS_URI.what,
    parse: (text) => (isHttpsUrl(text) ? text : undefined),
    format: orNone,
    value: orEmpty(JWKS_URI),
  },
}

function listOption(
  flag: string,
  placeholder: string,
  help: string,
  expected: string,
  isValid: (text: string) => boolean,
): ServerOption<readonly string[]> {
  return {
    flag,
    placeholder,
    hasVariable: true,
    isRepeatable: true,
    help,
    expected,
    parse: (text) => {
      const values = text.split(',').map((value) => value.trim())
      return values.every(isValid) ? values : undefined
    },
    format: (values) => orNone(values.join(',')),
    value: listThat('strings', isValid),
  }
}
