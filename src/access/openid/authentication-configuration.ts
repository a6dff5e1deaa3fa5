import { typeMeta } from '#meta/type-meta.js'
import { boolean, explicit, type Infer, list, optional, required, string, struct } from '#schema/type.js'

/** The `AuthenticationConfiguration` file of Kubernetes. */

const PACKAGE = 'io.k8s.apiserver.config.v1'

export const IssuerSection = struct(`${PACKAGE}.Issuer`, 'Who makes the tokens, and for whom.', () => ({
  url: required(1, string, 'The issuer as its tokens name it.'),
  discoveryURL: optional(2, string, 'Where discovery begins, if that is not below the URL.'),
  certificateAuthority: optional(3, string, 'Certificates in PEM by which the issuer is known.'),
  audiences: required(4, list(string), 'For whom tokens have to be: for one of these at least.'),
  audienceMatchPolicy: optional(5, string, 'MatchAny where there is more than one audience.'),
  egressSelectorType: optional(6, string, 'By which network the issuer is reached.'),
}))
export interface IssuerSection extends Infer<typeof IssuerSection> {}

export const ClaimValidationRule = struct(
  `${PACKAGE}.ClaimValidationRule`,
  'What tokens have to say.',
  () => ({
    claim: optional(1, string, 'A claim that every token has.'),
    requiredValue: optional(2, string, 'The text that the claim has to be.'),
    expression: optional(3, string, 'A condition in CEL.'),
    message: optional(4, string, 'What is logged when the condition is not met.'),
  }),
)
export interface ClaimValidationRule extends Infer<typeof ClaimValidationRule> {}

export const PrefixedClaimOrExpression = struct(
  `${PACKAGE}.PrefixedClaimOrExpression`,
  'Names that a token holds.',
  () => ({
    claim: optional(1, string, 'The claim that holds the names.'),
    prefix: explicit(2, string, 'What is put before the names.'),
    expression: optional(3, string, 'The names, in CEL.'),
  }),
)
export interface PrefixedClaimOrExpression extends Infer<typeof PrefixedClaimOrExpression> {}

export const ClaimOrExpression = struct(`${PACKAGE}.ClaimOrExpression`, 'A text that a token holds.', () => ({
  claim: optional(1, string, 'The claim that holds the text.'),
  expression: optional(2, string, 'The text, in CEL.'),
}))
export interface ClaimOrExpression extends Infer<typeof ClaimOrExpression> {}

export const ExtraMapping = struct(`${PACKAGE}.ExtraMapping`, 'What else is known of users.', () => ({
  key: required(1, string, 'What it is called.'),
  valueExpression: required(2, string, 'The texts, in CEL.'),
}))

export const ClaimMappings = struct(`${PACKAGE}.ClaimMappings`, 'What tokens say about users.', () => ({
  username: required(1, PrefixedClaimOrExpression, 'The name of the user.'),
  groups: optional(2, PrefixedClaimOrExpression, 'The groups of the user.'),
  uid: optional(3, ClaimOrExpression, 'The identifier of the user.'),
  extra: optional(4, list(ExtraMapping), 'What else is known of the user.'),
}))
export interface ClaimMappings extends Infer<typeof ClaimMappings> {}

export const UserValidationRule = struct(
  `${PACKAGE}.UserValidationRule`,
  'What has to be true of users.',
  () => ({
    expression: required(1, string, 'A condition in CEL.'),
    message: optional(2, string, 'What is logged when the condition is not met.'),
  }),
)

export const JwtAuthenticator = struct(`${PACKAGE}.JWTAuthenticator`, 'An issuer that is trusted.', () => ({
  issuer: required(1, IssuerSection, 'Who makes the tokens, and for whom.'),
  claimValidationRules: optional(2, list(ClaimValidationRule), 'What tokens have to say.'),
  claimMappings: required(3, ClaimMappings, 'What tokens say about users.'),
  userValidationRules: optional(4, list(UserValidationRule), 'What has to be true of users.'),
}))
export interface JwtAuthenticator extends Infer<typeof JwtAuthenticator> {}

export const AnonymousAuthCondition = struct(
  `${PACKAGE}.AnonymousAuthCondition`,
  'What requests without credentials may be for.',
  () => ({ path: required(1, string, 'The path, as it is.') }),
)

export const AnonymousAuthConfig = struct(
  `${PACKAGE}.AnonymousAuthConfig`,
  'Requests without credentials.',
  () => ({
    enabled: required(1, boolean, 'Whether they are taken.'),
    conditions: optional(2, list(AnonymousAuthCondition), 'Those that are taken; all when left out.'),
  }),
)
export interface AnonymousAuthConfig extends Infer<typeof AnonymousAuthConfig> {}

export const AuthenticationConfiguration = struct(
  `${PACKAGE}.AuthenticationConfiguration`,
  'By what users are known.',
  () => ({
    ...typeMeta,
    jwt: required(1, list(JwtAuthenticator), 'The issuers whose tokens are trusted.'),
    anonymous: explicit(2, AnonymousAuthConfig, 'Requests without credentials.'),
  }),
)
export interface AuthenticationConfiguration extends Infer<typeof AuthenticationConfiguration> {}
