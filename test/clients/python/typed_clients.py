"""Drives a server with Python's typed clients and reports each check in a line of JSON.

Usage: typed_clients.py SERVER
"""

import datetime
import sys
import threading

from checks import raises, report
from kubernetes import client, watch
from kubernetes.client.rest import ApiException

NAMESPACE = "typed"
LABELS = {"app": "web"}
TEMPLATE = {"metadata": {"labels": LABELS}, "spec": {"containers": [{"name": "main", "image": "web:1"}]}}
JOB = {"template": {"spec": {**TEMPLATE["spec"], "restartPolicy": "Never"}}}


def now():
    return datetime.datetime.now(datetime.timezone.utc)


class Checks:
    def __init__(self, server):
        configuration = client.Configuration()
        configuration.host = server
        api = client.ApiClient(configuration)
        self._core = client.CoreV1Api(api)
        self._apps = client.AppsV1Api(api)
        self._batch = client.BatchV1Api(api)
        self._networking = client.NetworkingV1Api(api)
        self._coordination = client.CoordinationV1Api(api)
        self._events = client.EventsV1Api(api)

    def writes_config_and_services(self):
        body = {"metadata": {"name": "map", "labels": LABELS}, "data": {"a": "1"}}
        self._core.create_namespaced_config_map(NAMESPACE, body)
        patched = self._core.patch_namespaced_config_map("map", NAMESPACE, {"data": {"b": "2"}})
        assert patched.data == {"a": "1", "b": "2"}, patched.data
        secret = self._core.create_namespaced_secret(
            NAMESPACE, {"metadata": {"name": "key"}, "stringData": {"a": "b"}}
        )
        assert secret.data == {"a": "Yg=="}, secret.data
        spec = {"selector": LABELS, "ports": [{"port": 80, "targetPort": "http"}]}
        service = self._core.create_namespaced_service(NAMESPACE, {"metadata": {"name": "web"}, "spec": spec})
        assert service.spec.cluster_ip, service
        assert service.spec.ports[0].target_port == "http"
        found = self._core.list_config_map_for_all_namespaces(label_selector="app=web").items
        assert [item.metadata.name for item in found] == ["map"]

    def writes_workloads(self):
        spec = {"selector": {"matchLabels": LABELS}, "template": TEMPLATE}
        self._apps.create_namespaced_deployment(NAMESPACE, {"metadata": {"name": "web"}, "spec": spec})
        self._apps.patch_namespaced_deployment_scale("web", NAMESPACE, {"spec": {"replicas": 3}})
        deployment = self._apps.read_namespaced_deployment("web", NAMESPACE)
        assert deployment.spec.replicas == 3
        deployment.status = client.V1DeploymentStatus(replicas=3, observed_generation=2)
        reported = self._apps.replace_namespaced_deployment_status("web", NAMESPACE, deployment)
        assert reported.status.replicas == 3
        stateful = {"metadata": {"name": "db"}, "spec": {**spec, "serviceName": "db"}}
        assert self._apps.create_namespaced_stateful_set(NAMESPACE, stateful).spec.replicas == 1
        wrong = {"metadata": {"name": "wrong"}, "spec": {**spec, "selector": {"matchLabels": {"app": "other"}}}}
        error = raises(ApiException, lambda: self._apps.create_namespaced_deployment(NAMESPACE, wrong))
        assert error.status == 422, error

    def writes_jobs_and_networking(self):
        job = self._batch.create_namespaced_job(NAMESPACE, {"metadata": {"name": "once"}, "spec": JOB})
        assert job.spec.backoff_limit == 6
        spec = {"schedule": "*/5 * * * *", "jobTemplate": {"spec": JOB}}
        cron = self._batch.create_namespaced_cron_job(NAMESPACE, {"metadata": {"name": "often"}, "spec": spec})
        assert cron.spec.concurrency_policy == "Allow"
        backend = {"service": {"name": "web", "port": {"number": 80}}}
        ingress = {"metadata": {"name": "web"}, "spec": {"defaultBackend": backend}}
        created = self._networking.create_namespaced_ingress(NAMESPACE, ingress)
        assert created.spec.default_backend.service.port.number == 80
        policy = {"metadata": {"name": "web"}, "spec": {"podSelector": {}, "policyTypes": ["Ingress"]}}
        assert self._networking.create_namespaced_network_policy(NAMESPACE, policy).spec.policy_types == ["Ingress"]

    def renews_a_lease(self):
        spec = client.V1LeaseSpec(holder_identity="a", lease_duration_seconds=10, renew_time=now())
        body = client.V1Lease(metadata={"name": "lock"}, spec=spec)
        lease = self._coordination.create_namespaced_lease(NAMESPACE, body)
        lease.spec.holder_identity = "b"
        assert self._coordination.replace_namespaced_lease("lock", NAMESPACE, lease).spec.holder_identity == "b"
        error = raises(ApiException, lambda: self._coordination.replace_namespaced_lease("lock", NAMESPACE, lease))
        assert error.status == 409, error

    def reports_events(self):
        event = client.EventsV1Event(
            metadata={"name": "started"},
            event_time=now(),
            reason="Started",
            action="Start",
            type="Normal",
            note="it runs",
            reporting_controller="example.com/test",
            reporting_instance="test-1",
            regarding={"kind": "Pod", "name": "web", "namespace": NAMESPACE},
        )
        self._events.create_namespaced_event(NAMESPACE, event)
        found = self._core.list_namespaced_event(NAMESPACE, field_selector="involvedObject.name=web").items
        assert [item.message for item in found] == ["it runs"]

    def watches_pods(self):
        version = self._core.list_namespaced_pod(NAMESPACE).metadata.resource_version

        def write():
            body = {"metadata": {"name": "pod"}, "spec": TEMPLATE["spec"]}
            self._core.create_namespaced_pod(NAMESPACE, body)
            self._core.patch_namespaced_pod("pod", NAMESPACE, {"metadata": {"labels": {"seen": "yes"}}})
            self._core.delete_namespaced_pod("pod", NAMESPACE)

        writer = threading.Thread(target=write)
        writer.start()
        seen = []
        stream = watch.Watch()
        for event in stream.stream(self._core.list_namespaced_pod, NAMESPACE, resource_version=version):
            seen.append((event["type"], event["object"].metadata.name))
            if len(seen) == 3:
                stream.stop()
        writer.join()
        assert seen == [("ADDED", "pod"), ("MODIFIED", "pod"), ("DELETED", "pod")], seen


if __name__ == "__main__":
    report(Checks(sys.argv[1]))
