/** A Deployment as people write them: about 2 KB once the server has filled in its defaults. */
export function typicalDeployment(name: string, labels: Record<string, string> = {}): object {
  const probe = (path: string) => ({ httpGet: { path, port: 8080 }, initialDelaySeconds: 5 })
  return {
    apiVersion: 'extensions/v1beta1',
    kind: 'Deployment',
    metadata: {
      name,
      labels: { app: 'web', tier: 'front', team: 'harbour', ...labels },
      annotations: { 'example.com/contact': 'harbour@example.com', 'example.com/notes': 'x'.repeat(200) },
    },
    spec: {
      replicas: 3,
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
    },
  }
}
