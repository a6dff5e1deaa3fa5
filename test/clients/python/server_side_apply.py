"""Applies objects with Python's clients and reports each check in a line of JSON.

Usage: server_side_apply.py SERVER
"""

import json
import os
import sys
import tempfile

from checks import raises, report
from kubernetes import client
from kubernetes.client.rest import ApiException
from kubernetes.dynamic import DynamicClient
from kubernetes.dynamic.exceptions import ConflictError, UnprocessibleEntityError

NAMESPACE = "applied"
APPLY = "application/apply-patch+yaml"


def settings(**data):
    """As text, because this client sends what it applies as it is given."""
    return json.dumps({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "settings"}, "data": data})


YAML = """
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 2
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
      - name: main
        image: web:1
        ports:
        - containerPort: 80
"""

FIELDS_OF_YAML = {
    "f:spec": {
        "f:replicas": {},
        "f:selector": {},
        "f:template": {
            "f:metadata": {"f:labels": {"f:app": {}}},
            "f:spec": {
                "f:containers": {
                    'k:{"name":"main"}': {
                        ".": {},
                        "f:image": {},
                        "f:name": {},
                        "f:ports": {'k:{"containerPort":80,"protocol":"TCP"}': {".": {}, "f:containerPort": {}}},
                    }
                }
            },
        },
    }
}


def entries(metadata):
    return [
        (entry["manager"], entry["operation"], entry["apiVersion"], entry["fieldsV1"])
        for entry in metadata["managedFields"]
    ]


class Checks:
    def __init__(self, server):
        configuration = client.Configuration()
        configuration.host = server
        api = client.ApiClient(configuration)
        # What it discovers is kept in a file, which would otherwise outlast this server.
        self._dynamic = DynamicClient(api, cache_file=os.path.join(tempfile.mkdtemp(), "discovery"))
        self._core = client.CoreV1Api(api)
        self._core.create_namespace({"metadata": {"name": NAMESPACE}})
        # The generated client has no other way to name a content type of its own.
        applying = client.ApiClient(configuration)
        applying.set_default_header("Content-Type", APPLY)
        self._applying_core = client.CoreV1Api(applying)
        self._applying_apps = client.AppsV1Api(applying)

    def _apply(self, body, manager, **options):
        maps = self._dynamic.resources.get(api_version="v1", kind="ConfigMap")
        return self._dynamic.server_side_apply(
            maps, body=body, name="settings", namespace=NAMESPACE, field_manager=manager, **options
        )

    def the_dynamic_client_applies(self):
        created = self._apply(settings(a="1", b="1"), "ann").to_dict()
        assert created["data"] == {"a": "1", "b": "1"}, created
        assert entries(created["metadata"]) == [
            ("ann", "Apply", "v1", {"f:data": {"f:a": {}, "f:b": {}}}),
        ], created
        again = self._apply(settings(a="1", b="1"), "ann").to_dict()
        assert again == created, again
        less = self._apply(settings(a="1"), "ann").to_dict()
        assert less["data"] == {"a": "1"}, less

    def the_dynamic_client_reports_conflicts(self):
        error = raises(ConflictError, lambda: self._apply(settings(a="2"), "bob"))
        status = json.loads(error.body)
        assert status["message"] == 'Apply failed with 1 conflict: conflict with "ann": .data.a', status
        assert status["details"] == {
            "causes": [{"reason": "FieldManagerConflict", "message": 'conflict with "ann"', "field": ".data.a"}]
        }, status

    def the_dynamic_client_forces(self):
        tried = self._apply(settings(a="2"), "bob", force_conflicts=True, dry_run="All").to_dict()
        assert tried["data"] == {"a": "2"}, tried
        assert self._core.read_namespaced_config_map("settings", NAMESPACE).data == {"a": "1"}
        forced = self._apply(settings(a="2"), "bob", force_conflicts=True).to_dict()
        assert entries(forced["metadata"]) == [("bob", "Apply", "v1", {"f:data": {"f:a": {}}})], forced

    def the_dynamic_client_names_a_manager(self):
        raises(UnprocessibleEntityError, lambda: self._apply(settings(a="2"), None))

    def the_generated_client_applies_yaml(self):
        created = self._applying_apps.patch_namespaced_deployment("web", NAMESPACE, YAML, field_manager="ann")
        assert created.spec.replicas == 2
        assert created.spec.template.spec.containers[0].ports[0].protocol == "TCP"
        (entry,) = created.metadata.managed_fields
        assert (entry.manager, entry.operation, entry.api_version) == ("ann", "Apply", "apps/v1")
        assert entry.time is not None
        assert entry.fields_v1 == FIELDS_OF_YAML, entry.fields_v1
        again = self._applying_apps.patch_namespaced_deployment("web", NAMESPACE, YAML, field_manager="ann")
        assert again.metadata.resource_version == created.metadata.resource_version

    def the_generated_client_forces(self):
        body = settings(a="3")
        place = ("settings", NAMESPACE, body)
        error = raises(
            ApiException, lambda: self._applying_core.patch_namespaced_config_map(*place, field_manager="cid")
        )
        assert error.status == 409, error
        forced = self._applying_core.patch_namespaced_config_map(*place, field_manager="cid", force=True)
        assert forced.data == {"a": "3"}
        assert [entry.manager for entry in forced.metadata.managed_fields] == ["cid"]

    def an_object_keeps_its_managers_when_it_is_read_and_written_back(self):
        before = self._core.read_namespaced_config_map("settings", NAMESPACE)
        same = self._core.replace_namespaced_config_map("settings", NAMESPACE, before)
        assert same == before, (same, before)
        before.data["b"] = "1"
        changed = self._core.replace_namespaced_config_map("settings", NAMESPACE, before, field_manager="writer")
        owned = [(entry.manager, entry.fields_v1) for entry in changed.metadata.managed_fields]
        assert owned == [("cid", {"f:data": {"f:a": {}}}), ("writer", {"f:data": {"f:b": {}}})], owned


if __name__ == "__main__":
    report(Checks(sys.argv[1]))
