/** Typical objects. */

/** A Deployment of about 2 KB, with defaults. */
export function typicalDeployment(name: string, labels: Record<string, string> = {}): object {
  return { ...workload('Deployment', name, labels), spec: { replicas: 3, ...templated() } }
}

export function typicalReplicaSet(name: string): object {
  return { ...workload('ReplicaSet', name, {}), spec: { replicas: 3, ...templated() } }
}

export function typicalDaemonSet(name: string): object {
  return {
    ...workload('DaemonSet', name, {}),
    spec: { updateStrategy: { type: 'RollingUpdate' }, ...templated() },
  }
}

export function typicalIngress(name: string): object {
  const path = (prefix: string, serviceName: string) => ({
    path: prefix,
    backend: { serviceName, servicePort: 80 },
  })
  return {
    ...workload('Ingress', name, {}),
    spec: {
      tls: [{ hosts: ['shop.example.com', 'www.example.com'], secretName: 'certificate' }],
      rules: ['shop', 'www', 'api'].map((host) => ({
        host: `${host}.example.com`,
        http: { paths: [path('/', 'web'), path('/static', 'files'), path('/v1', 'api')] },
      })),
    },
  }
}

export function typicalCluster(name: string): object {
  const address = (clientCIDR: string, serverAddress: string) => ({ clientCIDR, serverAddress })
  return {
    apiVersion: 'federation/v1beta1',
    kind: 'Cluster',
    metadata: { name, labels: { region: 'north' } },
    spec: {
      serverAddressByClientCIDRs: [
        address('10.0.0.0/8', 'https://10.0.0.1'),
        address('0.0.0.0/0', 'https://north.example.com'),
      ],
      secretRef: { name: 'access' },
    },
  }
}

function workload(kind: string, name: string, labels: Record<string, string>) {
  return {
    apiVersion: 'extensions/v1beta1',
    kind,
    metadata: {
      name,
      labels: { app: 'web', tier: 'front', team: 'harbour', ...labels },
      annotations: { 'example.com/contact': 'harbour@example.com', 'example.com/notes': 'x'.repeat(200) },
    },
  }
}

/** A selector and the pod template it selects. */
function templated() {
  const probe = (path: string) => ({ httpGet: { path, port: 8080 }, initialDelaySeconds: 5 })
  return {
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web', tier: 'front' } },
      spec: {
        containers: [
          {
            name: 'main',
            image: 'registry.example/web:1.0',
            ports: [{ name: 'http', containerPort: 8080 }],
            env: [
              { name: 'MODE', value: 'production' },
              { name: 'POD', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
            ],
            resources: {
              limits: { cpu: '500m', memory: '128Mi' },
              requests: { cpu: '100m', memory: '64Mi' },
            },
            livenessProbe: probe('/healthz'),
            readinessProbe: probe('/ready'),
            volumeMounts: [{ name: 'data', mountPath: '/data' }],
          },
          { name: 'side', image: 'registry.example/side:2' },
        ],
        volumes: [{ name: 'data', emptyDir: {} }],
      },
    },
  }
}
