"""What a Website stands for: a Deployment and a Service, and a status that sums them up."""

from datetime import datetime, timezone

WEBSITES = {"group": "example.com", "version": "v1", "plural": "websites"}
MANAGED_BY = "app.kubernetes.io/managed-by"
# Deployments and Services with this label are watched.
SELECTOR = f"{MANAGED_BY}=website-operator"


def deployment_of(website):
    """The Deployment of a website. Deleting the website deletes it too, because the website owns it."""
    labels = {"app": website["metadata"]["name"]}
    containers = [{"name": "web", "image": website["spec"]["image"]}]
    return {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": _child_metadata(website),
        "spec": {
            "replicas": website["spec"]["replicas"],
            "selector": {"matchLabels": labels},
            "template": {"metadata": {"labels": labels}, "spec": {"containers": containers}},
        },
    }


def service_of(website):
    return {
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": _child_metadata(website),
        "spec": {
            "selector": {"app": website["metadata"]["name"]},
            "ports": [{"name": "http", "port": 80, "targetPort": 8080}],
        },
    }


def status_of(website, deployment):
    """The status of a website, from its Deployment."""
    replicas = website["spec"]["replicas"]
    ready_replicas = deployment.status.ready_replicas or 0
    progressing = [c for c in deployment.status.conditions or [] if c.type == "Progressing"]
    is_ready = ready_replicas == replicas
    has_failed = not is_ready and any(c.status == "False" for c in progressing)
    ready = {
        "type": "Ready",
        "status": "True" if is_ready else "False",
        "reason": "Available" if is_ready else "RolloutFailed" if has_failed else "RollingOut",
        "message": f"{ready_replicas} of {replicas} pods are ready",
        "observedGeneration": website["metadata"]["generation"],
        "lastTransitionTime": datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
    }
    for former in website.get("status", {}).get("conditions", []):
        if former["type"] == "Ready" and former["status"] == ready["status"]:
            ready["lastTransitionTime"] = former["lastTransitionTime"]
    return {"readyReplicas": ready_replicas, "conditions": [ready]}


def _child_metadata(website):
    metadata = website["metadata"]
    owner = {
        "apiVersion": f"{WEBSITES['group']}/{WEBSITES['version']}",
        "kind": "Website",
        "name": metadata["name"],
        "uid": metadata["uid"],
        "controller": True,
    }
    return {
        "name": metadata["name"],
        "namespace": metadata["namespace"],
        "labels": {MANAGED_BY: "website-operator"},
        "ownerReferences": [owner],
    }
