"""How the client recovers from faults. Each check has a namespace, in which the server has one fault rule."""

import sys

import urllib3
from checks import raises, report
from kubernetes import client, watch
from kubernetes.client.rest import ApiException


def api_of(server):
    configuration = client.Configuration()
    configuration.host = server
    return client.CoreV1Api(client.ApiClient(configuration))


def config_map(name, data=None):
    return client.V1ConfigMap(metadata=client.V1ObjectMeta(name=name), data=data)


class Faults:
    def __init__(self, server):
        self._api = api_of(server)

    def _names(self, namespace):
        return [item.metadata.name for item in self._api.list_namespaced_config_map(namespace).items]

    def _watched(self, namespace, version, count):
        """The names of so many events. With a timeout the client would not retry."""
        stream = watch.Watch().stream(
            self._api.list_namespaced_config_map,
            namespace,
            resource_version=version,
        )
        names = []
        for event in stream:
            names.append(event["object"].metadata.name)
            if len(names) == count:
                break
        return names

    def waits_after_a_429(self):
        assert self._names("busy") == []

    def conflicts_and_tries_again(self):
        made = self._api.create_namespaced_config_map("conflict", config_map("a"))
        made.data = {"key": "new"}
        replace = self._api.replace_namespaced_config_map
        assert raises(ApiException, lambda: replace("a", "conflict", made)).status == 409
        assert replace("a", "conflict", made).data == {"key": "new"}

    def reads_again_when_the_connection_drops(self):
        assert self._names("before") == []

    def does_not_know_whether_it_created(self):
        create = self._api.create_namespaced_config_map
        raises(urllib3.exceptions.HTTPError, lambda: create("after", config_map("a")))
        assert raises(ApiException, lambda: create("after", config_map("a"))).status == 409

    def times_out(self):
        read = self._api.list_namespaced_config_map
        raises(urllib3.exceptions.HTTPError, lambda: read("late", _request_timeout=(0.2, 0.2)))
        assert read("late", _request_timeout=20).items == []

    def watches_again_after_a_410(self):
        version = self._api.list_namespaced_config_map("expired").metadata.resource_version
        self._api.create_namespaced_config_map("expired", config_map("c"))
        assert self._watched("expired", version, 1) == ["c"]

    def continues_a_watch_that_was_cut(self):
        stream = watch.Watch()
        seen = []

        def follow():
            for event in stream.stream(self._api.list_namespaced_config_map, "cut", timeout_seconds=2):
                seen.append(event["object"])

        raises(urllib3.exceptions.HTTPError, follow)
        assert [item.metadata.name for item in seen] == ["a"]
        assert self._watched("cut", seen[0].metadata.resource_version, 1) == ["b"]

    def gets_events_again(self):
        version = self._api.list_namespaced_config_map("again").metadata.resource_version
        assert self._watched("again", version, 1) == ["b"]

    def reads_a_stale_list_and_then_the_current_one(self):
        assert self._names("stale") == ["a"]
        assert self._names("stale") == ["a", "b"]

    def reads_slow_bytes(self):
        assert self._names("slow") == ["a", "b"]


report(Faults(sys.argv[1]))
