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
    description: 'The role that is given.',
    cell: ({ roleRef }) => `${roleRef.kind}/${roleRef.name}`,
  },
  AGE,
  {
    name: 'Users',
    type: 'string',
    wide: true,
    description: 'The users who are given the role.',
    cell: subjectsOf('User', ({ name }) => name),
  },
  {
    name: 'Groups',
    type: 'string',
    wide: true,
    description: 'The groups whose members are given the role.',
    cell: subjectsOf('Group', ({ name }) => name),
  },
  {
    name: 'ServiceAccounts',
    type: 'string',
    wide: true,
    description: 'The service accounts that are given the role.',
    cell: subjectsOf('ServiceAccount', ({ namespace = '', name }) => `${namespace}/${name}`),
  },
]
