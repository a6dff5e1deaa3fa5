import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { CertificateAuthority } from '#access/certificates/certificate-authority.js'
import { newAuthority } from '../certificates/authority.js'
import { MAIN } from '../command.js'
import type { Certificates } from '../etcd/certificates.js'
import { exitOf } from '../exit-of.js'
import { OWN_ADDRESS } from '../own-address.js'

/** The files of `/etc/kubernetes` on a control plane of kubeadm, and a program named kube-apiserver. */
export class ControlPlane {
  readonly folder: string
  readonly #authority = newAuthority()
  readonly #etcd: Certificates

  private constructor(folder: string, etcd: Certificates) {
    this.folder = folder
    this.#etcd = etcd
  }

  static async make(folder: string, etcd: Certificates): Promise<ControlPlane> {
    const plane = new ControlPlane(folder, etcd)
    await mkdir(join(folder, 'pki'))
    const frontProxies = newAuthority()
    const ca = plane.#authority
    await plane.#write('ca', { cert: ca.cert })
    await plane.#write('apiserver', ca.issueServer([OWN_ADDRESS, 'kubernetes.default.svc', '10.96.0.1']))
    await plane.#write('apiserver-kubelet-client', ca.issueClient('kube-apiserver', ['system:masters']))
    await plane.#write('front-proxy-ca', { cert: frontProxies.cert })
    await plane.#write('front-proxy-client', frontProxies.issueClient('front-proxy-client', []))
    const sa = join(folder, 'pki', 'sa')
    execFileSync('openssl', ['genrsa', '-out', `${sa}.key`, '2048'], { stdio: 'ignore' })
    execFileSync('openssl', ['rsa', '-in', `${sa}.key`, '-pubout', '-out', `${sa}.pub`], { stdio: 'ignore' })
    await symlink(MAIN, join(folder, 'kube-apiserver'))
    return plane
  }

  /** The flags of kubeadm's manifest, in their order. */
  flags(etcdServers: readonly string[]): readonly string[] {
    const pki = join(this.folder, 'pki')
    return [
      '--advertise-address=192.0.2.10',
      '--allow-privileged=true',
      '--authorization-mode=Node,RBAC',
      `--client-ca-file=${pki}/ca.crt`,
      '--enable-admission-plugins=NodeRestriction',
      '--enable-bootstrap-token-auth=true',
      `--etcd-cafile=${this.#etcd.ca}`,
      `--etcd-certfile=${this.#etcd.client.cert}`,
      `--etcd-keyfile=${this.#etcd.client.key}`,
      `--etcd-servers=${etcdServers.join(',')}`,
      `--kubelet-client-certificate=${pki}/apiserver-kubelet-client.crt`,
      `--kubelet-client-key=${pki}/apiserver-kubelet-client.key`,
      '--kubelet-preferred-address-types=InternalIP,ExternalIP,Hostname',
      `--proxy-client-cert-file=${pki}/front-proxy-client.crt`,
      `--proxy-client-key-file=${pki}/front-proxy-client.key`,
      '--requestheader-allowed-names=front-proxy-client',
      `--requestheader-client-ca-file=${pki}/front-proxy-ca.crt`,
      '--requestheader-extra-headers-prefix=X-Remote-Extra-',
      '--requestheader-group-headers=X-Remote-Group',
      '--requestheader-username-headers=X-Remote-User',
      '--secure-port=0',
      '--service-account-issuer=https://kubernetes.default.svc.cluster.local',
      `--service-account-key-file=${pki}/sa.pub`,
      `--service-account-signing-key-file=${pki}/sa.key`,
      '--service-cluster-ip-range=10.96.0.0/12',
      `--tls-cert-file=${pki}/apiserver.crt`,
      `--tls-private-key-file=${pki}/apiserver.key`,
      // The manifest listens on all addresses.
      `--bind-address=${OWN_ADDRESS}`,
    ]
  }

  /** A kubeconfig of an administrator, as kubeadm makes it. */
  async admin(server: string): Promise<string> {
    const { cert, key } = this.#authority.issueClient('kubernetes-admin', ['system:masters'])
    const base64 = (pem: string) => Buffer.from(pem).toString('base64')
    const path = join(this.folder, 'admin.conf')
    const config = {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [
        { name: 'it', cluster: { server, 'certificate-authority': join(this.folder, 'pki', 'ca.crt') } },
      ],
      users: [
        { name: 'it', user: { 'client-certificate-data': base64(cert), 'client-key-data': base64(key) } },
      ],
      contexts: [{ name: 'it', context: { cluster: 'it', user: 'it' } }],
      'current-context': 'it',
    }
    await writeFile(path, JSON.stringify(config), { mode: 0o600 })
    return path
  }

  get authority(): CertificateAuthority {
    return this.#authority
  }

  start(flags: readonly string[]): Promise<KubeApiserver> {
    return KubeApiserver.start(join(this.folder, 'kube-apiserver'), flags)
  }

  async #write(name: string, { cert, key }: { readonly cert: string; readonly key?: string }): Promise<void> {
    const path = join(this.folder, 'pki', name)
    await writeFile(`${path}.crt`, cert)
    if (key !== undefined) await writeFile(`${path}.key`, key, { mode: 0o600 })
  }
}

export class KubeApiserver {
  readonly url: string
  /** The lines of its log until it served. */
  readonly log: readonly string[]
  readonly #child: ChildProcess

  private constructor(child: ChildProcess, url: string, log: readonly string[]) {
    this.#child = child
    this.url = url
    this.log = log
  }

  static async start(program: string, flags: readonly string[]): Promise<KubeApiserver> {
    const child = spawn(process.execPath, [program, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] })
    const log: string[] = []
    createInterface({ input: child.stderr }).on('line', (line) => log.push(line))
    for await (const line of createInterface({ input: child.stdout })) {
      const url = /https:\/\/\S+/.exec(line)?.[0]
      if (url === undefined) continue
      child.stdout.resume()
      return new KubeApiserver(child, url, log)
    }
    throw new Error(`kube-apiserver ended before it said where it listens: ${log.join('\n')}`)
  }

  async stop(): Promise<number | null> {
    this.#child.kill()
    const [code] = await exitOf(this.#child)
    return code
  }
}
