"""One candidate of an election over a ConfigMap, by the module of Python's client.

Usage: leader_election.py SERVER NAME

Says `leading` when it does, and goes on until it is ended.
"""

import sys

from kubernetes import client
from kubernetes.leaderelection import electionconfig, leaderelection
from kubernetes.leaderelection.resourcelock.configmaplock import ConfigMapLock


def main(server, name):
    configuration = client.Configuration()
    configuration.host = server
    client.Configuration.set_default(configuration)
    config = electionconfig.Config(
        ConfigMapLock("leader", "election", name),
        lease_duration=4,
        renew_deadline=3,
        retry_period=1,
        onstarted_leading=lambda: print("leading", flush=True),
        onstopped_leading=lambda: print("stopped", flush=True),
    )
    leaderelection.LeaderElection(config).run()


if __name__ == "__main__":
    main(*sys.argv[1:])
