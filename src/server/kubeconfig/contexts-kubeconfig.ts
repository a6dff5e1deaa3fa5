/** A server of a kubeconfig with several contexts. */
export interface ContextServer {
  /** The name of its context. */
  readonly name: string
  readonly url: string
}

const quoted = (text: string) => JSON.stringify(text)

/** A kubeconfig for servers without authentication, with a context for each. The first is the current one. */
export function contextsKubeconfig(servers: readonly [ContextServer, ...ContextServer[]]): string {
  const clusters = servers.map(
    // The JavaScript client refuses plain HTTP without the last line.
    ({ name, url }) =>
      `- name: ${quoted(name)}\n  cluster:\n    server: ${quoted(url)}\n    insecure-skip-tls-verify: true\n`,
  )
  const contexts = servers.map(
    ({ name }) => `- name: ${quoted(name)}\n  context:\n    cluster: ${quoted(name)}\n    user: anyone\n`,
  )
  return `apiVersion: v1
kind: Config
clusters:
${clusters.join('')}users:
- name: anyone
  user: {}
contexts:
${contexts.join('')}current-context: ${quoted(servers[0].name)}
`
}
