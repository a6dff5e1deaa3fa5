"""Drives a server with TLS and users by kubeconfigs, and reports each check in a line of JSON.

Usage: secure.py ADMIN KUBECONFIG...
"""

import sys

from checks import raises, report
from kubernetes import client, config, watch

NAMESPACE = "default"


def core(kubeconfig):
    return client.CoreV1Api(config.new_client_from_config(kubeconfig))


class Checks:
    def __init__(self, admin, users):
        self._admin = core(admin)
        self._custom = client.CustomObjectsApi(config.new_client_from_config(admin))
        self._users = [core(user) for user in users]

    def refuses_users_without_rights(self):
        for user in self._users:
            refused = raises(client.ApiException, lambda: user.list_namespaced_config_map(NAMESPACE))
            assert refused.status == 403, refused

    def reads_and_watches_what_users_may(self):
        group = "rbac.authorization.k8s.io"
        binding = {
            "apiVersion": f"{group}/v1",
            "kind": "RoleBinding",
            "metadata": {"name": "readers"},
            "subjects": [{"kind": "Group", "name": "dev", "apiGroup": group}],
            "roleRef": {"kind": "ClusterRole", "name": "view", "apiGroup": group},
        }
        self._custom.create_namespaced_custom_object(group, "v1", NAMESPACE, "rolebindings", binding)
        self._admin.create_namespaced_config_map(NAMESPACE, {"metadata": {"name": "seen"}})
        for user in self._users:
            assert [item.metadata.name for item in user.list_namespaced_config_map(NAMESPACE).items] == ["seen"]
            events = watch.Watch().stream(user.list_namespaced_config_map, NAMESPACE, timeout_seconds=30)
            assert next(events)["object"].metadata.name == "seen"
            refused = raises(client.ApiException, lambda: user.delete_namespaced_config_map("seen", NAMESPACE))
            assert refused.status == 403, refused


admin, *users = sys.argv[1:]
report(Checks(admin, users))
