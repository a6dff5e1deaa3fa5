import type { ApiObject } from '#meta/object-meta.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import type { RoleRef, Subject } from './binding.js'

/** The columns of roles. Their rules do not fit into a row. */
export const roleColumns: readonly Column<ApiObject>[] = [
  NAME,
  {
    name: 'Created At',
    type: 'date',
    description: 'Time at which the role was created.',
    cell: ({ metadata }) => metadata.creationTimestamp ?? '',
  },
]

type Binding = ApiObject & { readonly roleRef: RoleRef; readonly subjects?: readonly Subject[] | undefined }

const subjectsOf = (kind: string, text: (subject: Subject) => string) => (binding: Binding) =>
  (binding.subjects ?? [])
    .filter((subject) => subject.kind === kind)
    .map(text)
    .join(', ')

export const bindingColumns: readonly Column<Binding>[] = [
  NAME,
  {
    name: 'Role',
    type: 'string',
    description: 'The granted role.',
    cell: ({ roleRef }) => `${roleRef.kind}/${roleRef.name}`,
  },
  AGE,
  {
    name: 'Users',
    type: 'string',
    wide: true,
    description: 'The users to which the role is granted.',
    cell: subjectsOf('User', ({ name }) => name),
  },
  {
    name: 'Groups',
    type: 'string',
    wide: true,
    description: 'The groups to which the role is granted.',
    cell: subjectsOf('Group', ({ name }) => name),
  },
  {
    name: 'ServiceAccounts',
    type: 'string',
    wide: true,
    description: 'The service accounts to which the role is granted.',
    cell: subjectsOf('ServiceAccount', ({ namespace = '', name }) => `${namespace}/${name}`),
  },
]
