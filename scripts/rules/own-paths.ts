/** Paths that the original spells unlike the object. The server names the field of the object as it was sent. */
export const ownPaths: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  CustomResourceColumnDefinition: { '{col}.JSONPath': '{col}.jsonPath' },
  CustomResourceDefinition: {
    'spec.conversion.webhookClientConfig': 'spec.conversion.webhook.clientConfig',
    'spec.conversion.webhookClientConfig.caBundle': 'spec.conversion.webhook.clientConfig.caBundle',
    'spec.conversion.conversionReviewVersions': 'spec.conversion.webhook.conversionReviewVersions',
    'spec.conversion.conversionReviewVersions[i]': 'spec.conversion.webhook.conversionReviewVersions[i]',
    'spec.selectableFields': 'spec.versions[i].selectableFields',
    'spec.validation': 'spec.versions[i].schema',
  },
  CSIDriver: { 'spec.attachedRequired': 'spec.attachRequired' },
  CSINode: { 'spec.drivers': 'spec.drivers[i]', 'spec.drivers[i]': 'spec.drivers[i].topologyKeys[j]' },
  EphemeralVolume: {
    '{volume}.ephemeral.volumeClaimTemplate.spec': '{volume}.ephemeral.volumeClaimTemplate.spec.dataSource',
    '{volume}.ephemeral.volumeClaimTemplate.spec.selector':
      '{volume}.ephemeral.volumeClaimTemplate.spec.selector.matchExpressions[i].operator',
  },
  Event: {
    involvedObject: 'regarding',
    message: 'note',
    source: 'deprecatedSource',
    firstTimestamp: 'deprecatedFirstTimestamp',
    lastTimestamp: 'deprecatedLastTimestamp',
    count: 'deprecatedCount',
    namespace: 'metadata.namespace',
  },
  Namespace: { 'status.Phase': 'status.phase' },
  Node: {
    'metadata.annotations.AvoidPods': 'metadata.annotations[name]',
    'metadata.annotations.scheduler.alpha.kubernetes.io/preferAvoidPods[i].PodSignature':
      'metadata.annotations[name][i].podSignature',
    'metadata.annotations.scheduler.alpha.kubernetes.io/preferAvoidPods[i].PodSignature.PodController.Controller':
      'metadata.annotations[name][i].podSignature.podController.controller',
    'metadata.nodeSwapStatus.capacity': 'status.nodeInfo.swap.capacity',
    'status.capacity.{resource}': 'status.capacity[resource]',
    'status.allocatable.{resource}': 'status.allocatable[resource]',
  },
  PersistentVolume: {
    'metadata.annotations.volume.beta.kubernetes.io/mount-options': 'metadata.annotations[name]',
    'spec.persistentvolumesource': 'spec',
  },
  PersistentVolumeClaim: {
    'metadata.annotations.volume.beta.kubernetes.io/storage-class': 'metadata.annotations[name]',
    'status.allocatedResourceStatus': 'status.allocatedResourceStatuses',
  },
  PersistentVolumeSource: {
    'spec.persistentDisk.pdName': 'spec.gcePersistentDisk.pdName',
    'spec.persistentDisk.partition': 'spec.gcePersistentDisk.partition',
    'spec.iscsi.targetportal': 'spec.iscsi.targetPortal',
    'spec.iscsi.initiatorname': 'spec.iscsi.initiatorName',
  },
  'Schema default': { '{s}.default…': '{s}.default' },
  'Schema structural': {
    '{nested}.x-kubernetes-preserve-unknown-fields, .x-kubernetes-embedded-resource, .x-kubernetes-int-or-string':
      '{nested}.x-kubernetes-int-or-string',
    '{nested}.x-kubernetes-list-type, .x-kubernetes-map-type': '{nested}.x-kubernetes-map-type',
    '{s}.properties[k] or {s}.items': '{s}.properties[k].items',
  },
  ValidationRule: { '{xv}.rule or .messageExpression': '{xv}.messageExpression' },
  ProjectedVolume: {
    '{volume}.projected.path': '{volume}.projected.sources[j].serviceAccountToken.path',
  },
  ResourceQuota: {
    'spec.scopeSelector.matchExpressions.scopeName': 'spec.scopeSelector.matchExpressions[i].scopeName',
    'spec.scopeSelector.matchExpressions.operator': 'spec.scopeSelector.matchExpressions[i].operator',
    'spec.scopeSelector.matchExpressions.values': 'spec.scopeSelector.matchExpressions[i].values',
  },
  RuntimeClass: {
    'overhead.limits[{name}]': 'overhead.podFixed[name]',
    'scheduling.tolerations.tolerations[i].key': 'scheduling.tolerations[i].key',
    'scheduling.tolerations.tolerations[i].operator': 'scheduling.tolerations[i].operator',
    'scheduling.tolerations.tolerations[i].effect': 'scheduling.tolerations[i].effect',
  },
  PodAffinityTerm: {
    '{affinityterm}.namespace': '{affinityterm}.namespaces[i]',
    '{affinityterm}[k]': '{affinityterm}.matchLabelKeys[k]',
  },
  PodDNSConfig: { '{spec}.dnsConfig.options[j]': '{spec}.dnsConfig.options[j].name' },
  PodSecurityContext: { '{spec}.securityContext.shareProcessNamespace': '{spec}.shareProcessNamespace' },
  PodSpec: {
    '{spec}.HostPID': '{spec}.hostPID',
    '{spec}.HostIPC': '{spec}.hostIPC',
    '{spec}.schedulingGates[j]': '{spec}.schedulingGates[j].name',
    '{spec}.os': '{spec}.os.name',
  },
  PodStatus: { 'status.conditions[i].Type': 'status.conditions[i].type' },
  PodTemplateSpec: {
    '{template}.labels': '{template}.metadata.labels',
    '{template}.annotations': '{template}.metadata.annotations',
  },
  Volume: {
    '{volume}.persistentDisk.pdName': '{volume}.gcePersistentDisk.pdName',
    '{volume}.persistentDisk.partition': '{volume}.gcePersistentDisk.partition',
    '{volume}.iscsi.initiatorname': '{volume}.iscsi.initiatorName',
    '{volume}.csi.name': '{volume}.csi.nodePublishSecretRef.name',
  },
  VolumeMount: {
    '{container}.volumeMounts.subPath': '{container}.volumeMounts[j].subPath',
    '{container}.volumeMounts.subPathExpr': '{container}.volumeMounts[j].subPathExpr',
    '{container}.volumeMounts.mountPropagation': '{container}.volumeMounts[j].mountPropagation',
    '{container}.volumeMounts.recursiveReadOnly': '{container}.volumeMounts[j].recursiveReadOnly',
  },
}
