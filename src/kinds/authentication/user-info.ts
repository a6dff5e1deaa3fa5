import { type Infer, list, map, optional, string, struct } from '#schema/type.js'

export const UserInfo = struct('io.k8s.api.authentication.v1.UserInfo', 'Who a user is.', () => ({
  username: optional(1, string, 'Name that is unique among all users.'),
  uid: optional(2, string, 'Identifier that is never given again.'),
  groups: optional(3, list(string), 'Groups that the user is in.', { listType: 'atomic' }),
  extra: optional(4, map(list(string)), 'What an authenticator knows of the user besides.'),
}))
export interface UserInfo extends Infer<typeof UserInfo> {}
