import { isAccountIssuer, type ServerConfig } from '#server/config.js'
import {
  fileOption,
  listThat,
  orNone,
  type ServerOption,
  type ServerOptionTable,
  stringThat,
} from './option.js'

type AccountKey =
  | 'serviceAccountIssuer'
  | 'serviceAccountKeyFiles'
  | 'serviceAccountSigningKeyFile'
  | 'apiAudiences'

const isNamed = (text: string) => text !== ''
const ISSUERS = listThat('URLs or strings without a colon', isAccountIssuer)
const ISSUER = stringThat('a URL or a string without a colon', isAccountIssuer)

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
