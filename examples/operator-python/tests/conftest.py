import pytest
from kubernetes import client, config
from website_operator import Operator


@pytest.fixture(scope="session", autouse=True)
def operator():
    """One operator for all tests, as in a cluster. KUBECONFIG is that of `binnacle test`."""
    config.load_kube_config()
    operator = Operator(reconnect_seconds=0.02)
    operator.start()
    yield operator
    operator.stop()


@pytest.fixture
def namespace(request):
    """A namespace of its own for each test: `test_is_busy` has `busy`."""
    name = request.node.name.rsplit("_", 1)[-1]
    client.CoreV1Api().create_namespace({"metadata": {"name": name}})
    yield name
    client.CoreV1Api().delete_namespace(name)
