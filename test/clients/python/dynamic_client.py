"""Drives a server with Python's dynamic client and reports each check in a line of JSON.

Usage: dynamic_client.py SERVER
"""

import json
import os
import sys
import tempfile
import threading

from checks import raises, report
from kubernetes import client, watch
from kubernetes.dynamic import DynamicClient
from kubernetes.dynamic.exceptions import (
    ConflictError,
    NotFoundError,
    ResourceNotFoundError,
    UnprocessibleEntityError,
)

MERGE = "application/merge-patch+json"
STRATEGIC = "application/strategic-merge-patch+json"
JSON_PATCH = "application/json-patch+json"


def template():
    return {
        "metadata": {"labels": {"app": "web"}},
        "spec": {"containers": [{"name": "main", "image": "web:1"}]},
    }


def workload(kind, name, **spec):
    return {
        "apiVersion": "extensions/v1beta1",
        "kind": kind,
        "metadata": {"name": name, "labels": {"kind": kind}},
        "spec": {"template": template(), **spec},
    }


def ingress(name):
    return {
        "apiVersion": "extensions/v1beta1",
        "kind": "Ingress",
        "metadata": {"name": name, "labels": {"kind": "Ingress"}},
        "spec": {"backend": {"serviceName": "web", "servicePort": 80}},
    }


def cluster(name):
    return {
        "apiVersion": "federation/v1beta1",
        "kind": "Cluster",
        "metadata": {"name": name, "labels": {"kind": "Cluster"}},
        "spec": {"serverAddressByClientCIDRs": [{"clientCIDR": "0.0.0.0/0", "serverAddress": "https://10.0.0.1"}]},
    }


class Checks:
    def __init__(self, server):
        configuration = client.Configuration()
        configuration.host = server
        self.api = client.ApiClient(configuration)
        # What it discovers is kept in a file, which would otherwise outlast this server.
        self.dynamic = DynamicClient(self.api, cache_file=os.path.join(tempfile.mkdtemp(), "discovery"))

    def _resource(self, kind):
        group = "federation" if kind == "Cluster" else "extensions"
        return self.dynamic.resources.get(api_version=f"{group}/v1beta1", kind=kind)

    def finds_the_kinds_by_discovery(self):
        names = {resource.name for resource in self.dynamic.resources.search(group="extensions")}
        assert {"daemonsets", "deployments", "ingresses", "replicasets"} <= names, names
        for version in ("extensions/v1beta1", "apps/v1"):
            found = self.dynamic.resources.get(api_version=version, short_names=["deploy"])
            assert found.kind == "Deployment"
        assert self._resource("Cluster").namespaced is False
        assert self.dynamic.resources.get(api_version="v1", kind="Pod").name == "pods"
        raises(ResourceNotFoundError, lambda: self.dynamic.resources.get(api_version="v1", kind="Gadget"))
        assert client.VersionApi(self.api).get_code().git_version.startswith("v1.33.0+binnacle.")

    def writes_and_reads_each_kind(self):
        objects = [workload(kind, "thing") for kind in ("Deployment", "DaemonSet", "ReplicaSet")]
        for body in [*objects, ingress("thing"), cluster("thing")]:
            resource = self._resource(body["kind"])
            place = {} if body["kind"] == "Cluster" else {"namespace": "crud"}
            created = resource.create(body=body, **place)
            assert created.metadata.uid, body["kind"]
            assert resource.get(name="thing", **place).to_dict() == created.to_dict()

            changed = created.to_dict()
            changed["metadata"]["labels"]["round"] = "two"
            assert resource.replace(body=changed, **place).metadata.labels.round == "two"
            raises(ConflictError, lambda: resource.replace(body=created.to_dict(), **place))

            patch = {"metadata": {"annotations": {"note": "well"}}}
            patched = resource.patch(name="thing", body=patch, content_type=MERGE, **place)
            assert patched.metadata.annotations.note == "well"

            items = resource.get(label_selector="round=two", **place).items
            assert [item.metadata.name for item in items] == ["thing"]
            assert resource.delete(name="thing", **place).status == "Success"
            raises(NotFoundError, lambda: resource.get(name="thing", **place))

    def patches_in_every_format(self):
        deployments = self._resource("Deployment")
        deployments.create(body=workload("Deployment", "web"), namespace="patch")

        def patch(body, content_type):
            result = deployments.patch(name="web", namespace="patch", body=body, content_type=content_type)
            return [container.name for container in result.spec.template.spec.containers]

        side = {"spec": {"template": {"spec": {"containers": [{"name": "side", "image": "log:1"}]}}}}
        assert sorted(patch(side, STRATEGIC)) == ["main", "side"]
        assert patch(side, MERGE) == ["side"]
        path = "/spec/template/spec/containers/0/name"
        assert patch([{"op": "replace", "path": path, "value": "only"}], JSON_PATCH) == ["only"]

    def uses_subresources(self):
        deployments = self._resource("Deployment")
        created = deployments.create(body=workload("Deployment", "web"), namespace="sub")
        report = {**created.to_dict(), "status": {"observedGeneration": 1, "replicas": 1}}
        assert deployments.status.replace(body=report, namespace="sub").status.replicas == 1
        scale = deployments.scale.get(name="web", namespace="sub").to_dict()
        scale["spec"]["replicas"] = 4
        deployments.scale.replace(body=scale, namespace="sub")
        assert deployments.get(name="web", namespace="sub").spec.replicas == 4

    def pages_through_lists_and_deletes_all(self):
        ingresses = self._resource("Ingress")
        for name in "abc":
            ingresses.create(body=ingress(name), namespace="many")
        first = ingresses.get(namespace="many", limit=2)
        assert [item.metadata.name for item in first.items] == ["a", "b"]
        rest = ingresses.get(namespace="many", limit=2, _continue=first.metadata["continue"])
        assert [item.metadata.name for item in rest.items] == ["c"]
        assert len(ingresses.get(field_selector="metadata.namespace=many").items) == 3
        ingresses.delete(namespace="many", label_selector="kind=Ingress")
        assert ingresses.get(namespace="many").items == []

    def watches(self):
        ingresses = self._resource("Ingress")
        ingresses.create(body=ingress("before"), namespace="watch")
        version = ingresses.get(namespace="watch").metadata.resourceVersion

        def write():
            ingresses.create(body=ingress("door"), namespace="watch")
            body = {"metadata": {"labels": {"seen": "yes"}}}
            ingresses.patch(name="door", namespace="watch", body=body, content_type=MERGE)
            ingresses.delete(name="door", namespace="watch")

        writer = threading.Thread(target=write)
        writer.start()
        seen = []
        for event in ingresses.watch(namespace="watch", resource_version=version, timeout=30):
            seen.append((event["type"], event["object"].metadata.name))
            if len(seen) == 3:
                break
        writer.join()
        assert seen == [("ADDED", "door"), ("MODIFIED", "door"), ("DELETED", "door")], seen

    def watches_custom_objects(self):
        api = client.CustomObjectsApi(self.api)
        api.create_cluster_custom_object("federation", "v1beta1", "clusters", cluster("watched"))
        stream = watch.Watch()
        arguments = ("federation", "v1beta1", "clusters")
        for event in stream.stream(api.list_cluster_custom_object, *arguments, timeout_seconds=30):
            assert event["type"] == "ADDED"
            assert event["object"]["metadata"]["name"] == "watched"
            stream.stop()
        api.delete_cluster_custom_object(*arguments, "watched")

    def reports_errors(self):
        deployments = self._resource("Deployment")
        wrong = workload("Deployment", "wrong", replicas=-1)
        error = raises(UnprocessibleEntityError, lambda: deployments.create(body=wrong, namespace="wrong"))
        status = json.loads(error.body)
        assert status["reason"] == "Invalid"
        assert status["details"]["causes"][0]["field"] == "spec.replicas"


if __name__ == "__main__":
    report(Checks(sys.argv[1]))
