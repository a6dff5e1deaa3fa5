import time

import pytest
from kubernetes import client
from kubernetes.client.rest import ApiException
from website import WEBSITES


def create(namespace, **spec):
    body = {
        "apiVersion": "example.com/v1",
        "kind": "Website",
        "metadata": {"name": "blog"},
        "spec": {"image": "nginx:1.27", "replicas": 2, **spec},
    }
    client.CustomObjectsApi().create_namespaced_custom_object(**WEBSITES, namespace=namespace, body=body)


def patch(namespace, **spec):
    client.CustomObjectsApi().patch_namespaced_custom_object(
        **WEBSITES, namespace=namespace, name="blog", body={"spec": spec}
    )


def until(read, condition, seconds=10):
    """Reads again until the condition holds. An error or a missing field means: not yet."""
    end = time.monotonic() + seconds
    while True:
        value = None
        try:
            value = read()
            if condition(value):
                return value
        except (ApiException, KeyError, TypeError):
            pass
        assert time.monotonic() < end, f"still {value}"
        time.sleep(0.02)


def website(namespace):
    custom = client.CustomObjectsApi()
    return custom.get_namespaced_custom_object(**WEBSITES, namespace=namespace, name="blog")


def deployment(namespace):
    return client.AppsV1Api().read_namespaced_deployment("blog", namespace)


def until_ready(namespace):
    def is_ready(site):
        (ready,) = site["status"]["conditions"]
        return ready["status"] == "True" and ready["observedGeneration"] == site["metadata"]["generation"]

    return until(lambda: website(namespace), is_ready)


def test_a_website_becomes_ready(namespace):
    create(namespace)
    assert until_ready(namespace)["status"]["readyReplicas"] == 2
    service = client.CoreV1Api().read_namespaced_service("blog", namespace)
    assert [(port.port, port.target_port) for port in service.spec.ports] == [(80, 8080)]


def test_a_new_image_is_rolled_out(namespace):
    create(namespace)
    until_ready(namespace)
    patch(namespace, image="nginx:1.28")
    until(lambda: deployment(namespace), lambda d: d.spec.template.spec.containers[0].image == "nginx:1.28")
    until(lambda: deployment(namespace), lambda d: d.status.updated_replicas == 2)


def test_what_others_change_is_repaired(namespace):
    create(namespace)
    until_ready(namespace)
    client.AppsV1Api().patch_namespaced_deployment("blog", namespace, {"spec": {"replicas": 0}})
    until(lambda: deployment(namespace), lambda d: d.spec.replicas == 2)
    client.CoreV1Api().delete_namespaced_service("blog", namespace)
    until(lambda: client.CoreV1Api().read_namespaced_service("blog", namespace), bool)


def test_its_objects_are_deleted(namespace):
    create(namespace)
    until_ready(namespace)
    client.CustomObjectsApi().delete_namespaced_custom_object(**WEBSITES, namespace=namespace, name="blog")
    until(
        lambda: client.AppsV1Api().list_namespaced_deployment(namespace).items
        + client.CoreV1Api().list_namespaced_service(namespace).items,
        lambda items: items == [],
    )


# fixtures/faults.yaml has a fault for each of these namespaces.
def test_survives_a_conflict(namespace):
    create(namespace)
    until_ready(namespace)


def test_survives_a_server_that_is_busy(namespace):
    create(namespace)
    until_ready(namespace)


def test_survives_a_response_that_is_lost(namespace):
    create(namespace)
    until_ready(namespace)
    assert len(client.CoreV1Api().list_namespaced_service(namespace).items) == 1


def test_the_schema_is_checked(namespace):
    with pytest.raises(ApiException, match="spec.replicas"):
        create(namespace, replicas=-1)
