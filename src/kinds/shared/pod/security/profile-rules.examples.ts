import { descendingPath } from '#kinds/shared/formats.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { type Body, follows, invalid, oneOf, required, tooLarge } from '#meta/rule-examples.fixture.js'

/** Rules on parts that the security contexts of pods and of containers share. `at` is the field. */

const TYPES = ['Localhost', 'RuntimeDefault', 'Unconfined']
const LOCAL = { type: 'Localhost', localhostProfile: 'profiles/a.json' }

export const seccompExamples = (at: string) => {
  const profile = (part: Body) => ({ [at]: part })
  return [
    required(
      `${at}.type`,
      'is required',
      'type is required when seccompProfile is set',
      profile({}),
      profile(LOCAL),
    ),
    oneOf(`${at}.type`, TYPES, profile({ type: 'Strict' }), profile({ type: 'Unconfined' })),
    required(
      `${at}.localhostProfile`,
      'is required with type Localhost',
      'must be set when seccomp type is Localhost',
      profile({ type: 'Localhost' }),
      profile(LOCAL),
    ),
    follows(
      `${at}.localhostProfile`,
      descendingPath,
      profile({ ...LOCAL, localhostProfile: '/a' }),
      profile(LOCAL),
    ),
    invalid(
      `${at}.localhostProfile`,
      'must not be set with another type',
      'can only be set when seccomp type is Localhost',
      profile({ ...LOCAL, type: 'RuntimeDefault' }),
      profile({ type: 'RuntimeDefault' }),
    ),
  ]
}

const MAX_PROFILE_LENGTH = 4095

export const appArmorExamples = (at: string) => {
  const profile = (part: Body) => ({ [at]: part })
  const local = (localhostProfile?: string) => profile({ type: 'Localhost', localhostProfile })
  const needed = 'must be set when AppArmor type is Localhost'
  return [
    required(`${at}.localhostProfile`, 'is required with type Localhost', needed, local(), local('a')),
    required(
      `${at}.localhostProfile`,
      'must not be empty with type Localhost',
      needed,
      local(''),
      local('a b'),
    ),
    invalid(
      `${at}.localhostProfile`,
      'must not begin or end with white space',
      'must not be padded with whitespace',
      local('a '),
      local('a'),
    ),
    tooLarge(
      `${at}.localhostProfile`,
      MAX_PROFILE_LENGTH,
      local('ü'.repeat(MAX_PROFILE_LENGTH / 2 + 1)),
      local('a'.repeat(MAX_PROFILE_LENGTH)),
    ),
    invalid(
      `${at}.localhostProfile`,
      'must not be set with another type',
      'can only be set when AppArmor type is Localhost',
      profile({ ...LOCAL, type: 'Unconfined' }),
      profile({ type: 'Unconfined' }),
    ),
    required(
      `${at}.type`,
      'is required',
      'type is required when appArmorProfile is set',
      profile({ localhostProfile: 'a' }),
      local('a'),
    ),
    oneOf(
      `${at}.type`,
      TYPES,
      profile({ type: 'Strict', localhostProfile: 'a' }),
      profile({ type: 'RuntimeDefault' }),
    ),
  ]
}

const MAX_CREDENTIALS_LENGTH = 64 * 1024

export const windowsExamples = (at: string) => {
  const options = (part: Body) => ({ [at]: part })
  const user = (rule: string, words: string, breaks: string, keeps: string) =>
    invalid(
      `${at}.runAsUserName`,
      rule,
      `runAsUserName${words}`,
      options({ runAsUserName: breaks }),
      options({ runAsUserName: keeps }),
    )
  const credentials = (text: string) => options({ gmsaCredentialSpec: text })
  return [
    follows(
      `${at}.gmsaCredentialSpecName`,
      rfc1123Subdomain,
      options({ gmsaCredentialSpecName: '' }),
      options({ gmsaCredentialSpecName: 'a.b' }),
    ),
    invalid(
      `${at}.gmsaCredentialSpec`,
      'must not be empty',
      'gmsaCredentialSpec cannot be an empty string',
      credentials(''),
      credentials(' '),
    ),
    invalid(
      `${at}.gmsaCredentialSpec`,
      'must have at most 64 KiB',
      'gmsaCredentialSpec size must be under 64 KiB',
      credentials('ü'.repeat(MAX_CREDENTIALS_LENGTH / 2 + 1)),
      credentials('a'.repeat(MAX_CREDENTIALS_LENGTH)),
    ),
    user('must not be empty', ' cannot be an empty string', '', 'a'),
    user('must not contain control characters', ' cannot contain control characters', 'a\tb', 'a b'),
    user('must have one backslash at most', ' cannot contain more than one backslash', 'a\\b\\c', 'a\\b'),
    user(
      'the domain must have at most 255 bytes',
      "'s Domain length must be under 256 characters",
      `${'abcdefgh.'.repeat(28)}abcd\\b`,
      `${'abcdefgh.'.repeat(28)}abc\\b`,
    ),
    user(
      'the domain must be a DNS name, or a NetBIOS name of at most 15 characters',
      "'s Domain doesn't match the NetBios nor the DNS format",
      '.a\\b',
      'a b_c\\b',
    ),
    user('the user must not be empty', "'s User cannot be empty", 'a\\', 'a\\b'),
    user(
      'the user must have at most 104 bytes',
      "'s User length must not be longer than 104 characters",
      'a'.repeat(105),
      `a.b\\${'a'.repeat(104)}`,
    ),
    user(
      'the user must not consist of periods and blanks',
      "'s User cannot contain only periods or spaces",
      '. .',
      '. a',
    ),
    user(
      'the user must not contain special characters',
      '\'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]',
      'a@b',
      'a-b_c$',
    ),
  ]
}
