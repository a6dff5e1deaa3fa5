"""An operator that keeps a Deployment and a Service for each Website."""

import logging
import queue
import threading

import urllib3
from kubernetes import client, config, watch
from kubernetes.client.rest import ApiException

from website import SELECTOR, WEBSITES, deployment_of, service_of, status_of

FIRST_RETRY_SECONDS = 0.01
MAX_RETRY_SECONDS = 30
# A watch ends after this time, so that a thread can stop.
WATCH_SECONDS = 300

log = logging.getLogger("website-operator")


class Operator:
    def __init__(self, reconnect_seconds=1.0):
        self._apps = client.AppsV1Api()
        self._core = client.CoreV1Api()
        self._custom = client.CustomObjectsApi()
        self._reconnect_seconds = reconnect_seconds
        self._queue = queue.Queue()
        self._retries = {}
        self._stopped = threading.Event()

    def start(self):
        sources = [
            (self._custom.list_cluster_custom_object, WEBSITES, _own_key),
            (self._apps.list_deployment_for_all_namespaces, {"label_selector": SELECTOR}, _owner_key),
            (self._core.list_service_for_all_namespaces, {"label_selector": SELECTOR}, _owner_key),
        ]
        for source in sources:
            threading.Thread(target=self._follow, args=source, daemon=True).start()
        threading.Thread(target=self._work, daemon=True).start()

    def stop(self):
        self._stopped.set()

    def _follow(self, list_objects, arguments, key_of):
        """Lists and watches for ever: after an error it continues where it was, or lists again."""
        version = None
        while not self._stopped.is_set():
            try:
                if version is None:
                    listed = _as_dict(list_objects(**arguments))
                    for item in listed["items"]:
                        self._add(key_of(item))
                    version = listed["metadata"]["resourceVersion"]
                events = watch.Watch().stream(
                    list_objects, **arguments, resource_version=version, timeout_seconds=WATCH_SECONDS
                )
                for event in events:
                    item = event["raw_object"]
                    version = item["metadata"]["resourceVersion"]
                    self._add(key_of(item))
            except ApiException as error:
                log.info("watch ended: %s", error.reason)
                # Gone: the server no longer knows what happened since that version.
                version = None if error.status == 410 else version
                self._stopped.wait(self._reconnect_seconds)
            except urllib3.exceptions.HTTPError as error:
                log.info("watch ended: %s", error)
                self._stopped.wait(self._reconnect_seconds)

    def _add(self, key):
        if key is not None and not self._stopped.is_set():
            self._queue.put(key)

    def _work(self):
        while not self._stopped.is_set():
            key = self._queue.get()
            try:
                self.reconcile(*key)
                self._retries.pop(key, None)
            except (ApiException, urllib3.exceptions.HTTPError) as error:
                # After a conflict the next attempt reads what is there now.
                log.info("%s/%s: %s", *key, getattr(error, "reason", error))
                attempt = self._retries[key] = self._retries.get(key, 0) + 1
                seconds = min(FIRST_RETRY_SECONDS * 2**attempt, MAX_RETRY_SECONDS)
                timer = threading.Timer(seconds, self._add, [key])
                timer.daemon = True
                timer.start()

    def reconcile(self, namespace, name):
        """Makes the cluster as the website says. Does the same however often it runs."""
        try:
            website = self._custom.get_namespaced_custom_object(**WEBSITES, namespace=namespace, name=name)
        except ApiException as error:
            if error.status == 404:
                return
            raise
        # The garbage collector deletes what a deleted website owns.
        if "deletionTimestamp" in website["metadata"]:
            return
        apps, core = self._apps, self._core
        deployment = _create_or_patch(
            apps.create_namespaced_deployment, apps.patch_namespaced_deployment, deployment_of(website)
        )
        _create_or_patch(core.create_namespaced_service, core.patch_namespaced_service, service_of(website))
        status = status_of(website, deployment)
        if status == website.get("status"):
            return
        # With the resourceVersion that was read: an outdated status is a conflict.
        self._custom.replace_namespaced_custom_object_status(
            **WEBSITES, namespace=namespace, name=name, body={**website, "status": status}
        )


def _create_or_patch(create, patch, body):
    namespace, name = body["metadata"]["namespace"], body["metadata"]["name"]
    try:
        return create(namespace, body)
    except ApiException as error:
        if error.status != 409:
            raise
    return patch(name, namespace, body)


def _own_key(item):
    return item["metadata"]["namespace"], item["metadata"]["name"]


def _owner_key(item):
    for owner in item["metadata"].get("ownerReferences") or []:
        if owner.get("controller") and owner["kind"] == "Website":
            return item["metadata"]["namespace"], owner["name"]
    return None


def _as_dict(listed):
    return listed if isinstance(listed, dict) else client.ApiClient().sanitize_for_serialization(listed)


def main():
    logging.basicConfig(level=logging.INFO)
    config.load_config()
    Operator().start()
    threading.Event().wait()


if __name__ == "__main__":
    main()
