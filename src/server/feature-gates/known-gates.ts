/** A feature gate of kube-apiserver 1.33. */
export interface FeatureGate {
  readonly stage: 'ALPHA' | 'BETA' | 'GA' | 'DEPRECATED'
  readonly isOn: boolean
  /** Whether it cannot be changed. */
  readonly isLocked: boolean
}

/** The gates by stage, default and lock. */
const GROUPS: readonly (FeatureGate & { readonly names: string })[] = [
  {
    stage: 'ALPHA',
    isOn: false,
    isLocked: false,
    names: `
      AllowUnsafeMalformedObjectDeletion APIServingWithRoutine CBORServingAndStorage ClientsAllowCBOR
      ClientsPreferCBOR ComponentFlagz ComponentStatusz ContainerStopSignals CPUManagerPolicyAlphaOptions
      CrossNamespaceVolumeDataSource CSIVolumeHealth CustomCPUCFSQuotaPeriod
      DeploymentReplicaSetTerminatingReplicas DRAAdminAccess DRADeviceTaints DRAPartitionableDevices
      DRAPrioritizedList EventedPLEG ExternalServiceAccountTokenSigner HPAConfigurableTolerance
      HPAScaleToZero InformerResourceVersion InPlacePodVerticalScalingExclusiveCPUs
      InTreePluginPortworxUnregister KubeletCrashLoopBackOffMax KubeletEnsureSecretPulledImages
      KubeletInUserNamespace KubeletPodResourcesDynamicResources KubeletPodResourcesGet KubeletPSI
      KubeletServiceAccountTokenForCredentialProviders ListFromCacheSnapshot LoggingAlphaOptions
      MaxUnavailableStatefulSet MemoryQoS MutableCSINodeAllocatableCount MutatingAdmissionPolicy
      PodAndContainerStatsFromCRI PodLevelResources PodLogsQuerySplitStreams PodObservedGenerationTracking
      PodTopologyLabelsAdmission PreferSameTrafficDistribution QOSReserved
      ReduceDefaultCrashLoopBackOffDecay ResourceHealthStatus RuntimeClassInImageCriApi
      StorageCapacityScoring StorageVersionAPI StorageVersionMigrator StrictIPCIDRValidation
      TopologyManagerPolicyAlphaOptions UnknownVersionInteroperabilityProxy
      UserNamespacesPodSecurityStandards WindowsCPUAndMemoryAffinity WindowsGracefulNodeShutdown`,
  },
  {
    stage: 'BETA',
    isOn: false,
    isLocked: false,
    names: `
      ClusterTrustBundle ClusterTrustBundleProjection ConcurrentWatchObjectDecode
      CoordinatedLeaderElection DeclarativeValidationTakeover DisableAllocatorDualWrite
      DynamicResourceAllocation ImageVolume LocalStorageCapacityIsolationFSQuotaMonitoring NodeLogQuery
      SELinuxMount VolumeAttributesClass WatchCacheInitializationPostStartHook WatchList WatchListClient`,
  },
  {
    stage: 'BETA',
    isOn: true,
    isLocked: false,
    names: `
      AllowParsingUserUIDFromCertAuth AnonymousAuthConfigurableEndpoints APIResponseCompression
      APIServerIdentity APIServerTracing AuthorizeNodeWithSelectors AuthorizeWithSelectors
      ConsistentListFromCache ContainerCheckpoint ContextualLogging CPUManagerPolicyBetaOptions
      DeclarativeValidation DisableCPUQuotaWithExclusiveCPUs DRAResourceClaimDeviceStatus
      GracefulNodeShutdown GracefulNodeShutdownBasedOnPodPriority ImageMaximumGCAge InOrderInformers
      InPlacePodVerticalScaling JobManagedBy JobPodReplacementPolicy KubeletCgroupDriverFromCRI
      KubeletFineGrainedAuthz KubeletSeparateDiskGC KubeletTracing LoggingBetaOptions
      MatchLabelKeysInPodTopologySpread NodeSwap OpenAPIEnums OrderedNamespaceDeletion PodDeletionCost
      PodLifecycleSleepAction PodLifecycleSleepActionAllowZero PodReadyToStartContainersCondition
      PortForwardWebsockets ProcMountType RecoverVolumeExpansionFailure RelaxedDNSSearchValidation
      RelaxedEnvironmentVariableValidation ReloadKubeletServerCertificateFile RemoteRequestHeaderUID
      ResilientWatchCacheInitialization RotateKubeletServerCertificate SchedulerAsyncPreemption
      SchedulerPopFromBackoffQ SchedulerQueueingHints SELinuxChangePolicy SELinuxMountReadWriteOncePod
      SeparateTaintEvictionController ServiceAccountNodeAudienceRestriction StorageVersionHash
      StreamingCollectionEncodingToJSON StreamingCollectionEncodingToProtobuf
      StructuredAuthenticationConfiguration SupplementalGroupsPolicy SystemdWatchdog
      TopologyManagerPolicyBetaOptions TranslateStreamCloseWebsocketRequests
      UnauthenticatedHTTP2DOSMitigation UserNamespacesSupport WinDSR WinOverlay`,
  },
  {
    stage: 'GA',
    isOn: true,
    isLocked: true,
    names: `
      AnyVolumeDataSource BtreeWatchCache ComponentSLIs CPUManagerPolicyOptions CRDValidationRatcheting
      CronJobsScheduledAnnotation CSIMigrationPortworx CustomResourceFieldSelectors DevicePluginCDIDevices
      HonorPVReclaimPolicy JobBackoffLimitPerIndex JobSuccessPolicy LoadBalancerIPMode
      LogarithmicScaleDown MatchLabelKeysInPodAffinity MemoryManager NFTablesProxyMode
      NodeInclusionPolicyInPodTopologySpread PodIndexLabel PodSchedulingReadiness RecursiveReadOnlyMounts
      RetryGenerateName ServiceAccountTokenJTI ServiceAccountTokenNodeBinding
      ServiceAccountTokenNodeBindingValidation ServiceAccountTokenPodNodeInfo ServiceTrafficDistribution
      SidecarContainers SizeMemoryBackedVolumes StatefulSetAutoDeletePVC StrictCostEnforcementForVAP
      StrictCostEnforcementForWebhooks StructuredAuthorizationConfiguration TopologyAwareHints`,
  },
  {
    stage: 'GA',
    isOn: true,
    isLocked: false,
    names: `
      ExecProbeTimeout MultiCIDRServiceAllocator TopologyManagerPolicyOptions`,
  },
  {
    stage: 'DEPRECATED',
    isOn: true,
    isLocked: false,
    names: `
      AggregatedDiscoveryRemoveBetaType DisableNodeKubeProxyVersion StorageNamespaceIndex`,
  },
  {
    stage: 'DEPRECATED',
    isOn: false,
    isLocked: false,
    names: `
      AllowDNSOnlyNodeCSR AllowInsecureKubeletCertificateSigningRequests
      AllowOverwriteTerminationGracePeriodSeconds GitRepoVolumeDriver
      InPlacePodVerticalScalingAllocatedStatus KMSv1 KubeletRegistrationGetOnExistsOnly
      LegacySidecarContainers SeparateCacheWatchRPC WindowsHostNetwork`,
  },
  {
    stage: 'DEPRECATED',
    isOn: false,
    isLocked: true,
    names: `
      AllowServiceLBStatusOnNonLB WatchFromStorageWithoutResourceVersion`,
  },
]

export const FEATURE_GATES: ReadonlyMap<string, FeatureGate> = new Map(
  GROUPS.flatMap(({ names, ...gate }) =>
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, gate] as const),
  ).sort(([left], [right]) => left.localeCompare(right)),
)
