#!/usr/bin/env bash
# A cluster on one machine: Binnacle, kube-controller-manager, kube-scheduler and hollow nodes. Ctrl-C ends it.
#
#   NODES=5 ./up.sh        number of hollow nodes, 2 unless given
#   CLUSTER_DIR=/tmp/c     where certificates, data and logs are, ./cluster unless given
#   PORT=7443              port of the API, 6443 unless given
#   BINNACLE='npx binnacle'   command of Binnacle
set -euo pipefail

nodes="${NODES:-2}"
port="${PORT:-6443}"
folder="${CLUSTER_DIR:-$PWD/cluster}"
read -ra binnacle <<<"${BINNACLE:-npx binnacle}"
services=10.96.0.0/16

missing=()
for program in "${binnacle[0]}" openssl curl kube-controller-manager kube-scheduler kubemark; do
  command -v "$program" >/dev/null || missing+=("$program")
done
if [ ${#missing[@]} -gt 0 ]; then
  echo "up.sh: not found: ${missing[*]}" >&2
  echo "kube-controller-manager and kube-scheduler are at https://dl.k8s.io, kubemark is built from Kubernetes' sources." >&2
  exit 1
fi

mkdir -p "$folder/pki" "$folder/logs"
folder="$(cd "$folder" && pwd)"
pki="$folder/pki"
chmod 700 "$pki"

# A key, and a certificate of the cluster's CA: file, subject, and further lines of an openssl extension file.
certificate() {
  local file="$pki/$1" subject="$2" extensions="$3"
  openssl x509 -checkend 86400 -noout -in "$file.crt" >/dev/null 2>&1 && return
  openssl req -new -newkey rsa:2048 -nodes -keyout "$file.key" -out "$file.csr" -subj "$subject" 2>/dev/null
  openssl x509 -req -in "$file.csr" -CA "$pki/ca.crt" -CAkey "$pki/ca.key" -CAcreateserial -days 365 \
    -extfile <(printf '%s\n' "$extensions") -out "$file.crt" 2>/dev/null
  rm "$file.csr"
}
client() { certificate "$1" "$2" 'extendedKeyUsage=clientAuth'; }

kubeconfig() {
  cat >"$folder/$1.kubeconfig" <<CONFIG
apiVersion: v1
kind: Config
clusters:
- name: local
  cluster: { server: "https://127.0.0.1:$port", certificate-authority: "$pki/ca.crt" }
users:
- name: $1
  user: { client-certificate: "$pki/$1.crt", client-key: "$pki/$1.key" }
contexts:
- name: local
  context: { cluster: local, user: $1 }
current-context: local
CONFIG
}

if [ ! -e "$pki/ca.crt" ]; then
  openssl req -x509 -newkey rsa:2048 -nodes -keyout "$pki/ca.key" -out "$pki/ca.crt" -days 3650 -subj '/CN=cluster' \
    -addext 'keyUsage=critical,keyCertSign,cRLSign,digitalSignature' 2>/dev/null
fi
[ -e "$pki/service-accounts.key" ] || openssl genrsa -out "$pki/service-accounts.key" 2048 2>/dev/null
certificate server '/CN=kube-apiserver' 'subjectAltName=IP:127.0.0.1,IP:10.96.0.1,DNS:localhost,DNS:kubernetes,DNS:kubernetes.default,DNS:kubernetes.default.svc'
client kubelet-client '/O=system:masters/CN=kube-apiserver-kubelet-client'
client admin '/O=system:masters/CN=admin'
client controller-manager '/CN=system:kube-controller-manager'
client scheduler '/CN=system:kube-scheduler'
for name in admin controller-manager scheduler; do kubeconfig "$name"; done
for ((index = 1; index <= nodes; index++)); do
  client "node-$index" "/O=system:nodes/CN=system:node:node-$index"
  kubeconfig "node-$index"
done

declare -A names=()
start() {
  local name="$1"
  shift
  # In a process group of its own: Ctrl-C stops this script, which stops the others.
  set -m
  "$@" >"$folder/logs/$name.log" 2>&1 </dev/null &
  names[$!]="$name"
  set +m
}
stop() {
  trap - EXIT
  [ ${#names[@]} -eq 0 ] || kill "${!names[@]}" 2>/dev/null || true
  wait
}
trap stop EXIT
trap 'exit 0' INT TERM

# What a kube-controller-manager does is left to it.
start binnacle "${binnacle[@]}" serve --host 127.0.0.1 --port "$port" --data-dir "$folder/data" --namespaces strict \
  --tls-cert-file "$pki/server.crt" --tls-key-file "$pki/server.key" --client-ca-file "$pki/ca.crt" \
  --authorization-mode Node,RBAC --enable-admission-plugins ServiceAccount,NodeRestriction --enable-bootstrap-token-auth \
  --controllers=authentication-info,bootstrap-policy,definitions,event-ttl,flow-schema-status,legacy-token-tracking,system-objects \
  --service-account-issuer https://kubernetes.default.svc \
  --service-account-signing-key-file "$pki/service-accounts.key" --service-cluster-ip-range "$services" \
  --kubelet-client-certificate "$pki/kubelet-client.crt" --kubelet-client-key "$pki/kubelet-client.key"
until curl --silent --fail --output /dev/null --cacert "$pki/ca.crt" "https://127.0.0.1:$port/readyz"; do
  kill -0 $! 2>/dev/null || { cat "$folder/logs/binnacle.log" >&2 && exit 1; }
  sleep 0.2
done

start kube-controller-manager kube-controller-manager --bind-address 127.0.0.1 \
  --kubeconfig "$folder/controller-manager.kubeconfig" \
  --authentication-kubeconfig "$folder/controller-manager.kubeconfig" \
  --authorization-kubeconfig "$folder/controller-manager.kubeconfig" \
  --use-service-account-credentials --service-account-private-key-file "$pki/service-accounts.key" \
  --root-ca-file "$pki/ca.crt" --cluster-signing-cert-file "$pki/ca.crt" --cluster-signing-key-file "$pki/ca.key" \
  --controllers '*,bootstrapsigner,tokencleaner' --allocate-node-cidrs --cluster-cidr 10.244.0.0/16 \
  --service-cluster-ip-range "$services"
start kube-scheduler kube-scheduler --bind-address 127.0.0.1 --kubeconfig "$folder/scheduler.kubeconfig" \
  --authentication-kubeconfig "$folder/scheduler.kubeconfig" --authorization-kubeconfig "$folder/scheduler.kubeconfig"
for ((index = 1; index <= nodes; index++)); do
  start "node-$index" kubemark --morph kubelet --name "node-$index" --kubeconfig "$folder/node-$index.kubeconfig" \
    --kubelet-port $((20000 + index)) --kubelet-read-only-port 0 --use-host-image-service=false
done

echo "The cluster runs. Its logs are in $folder/logs. In another terminal:"
echo
echo "  export KUBECONFIG=$folder/admin.kubeconfig"
echo "  kubectl get nodes"
echo "  kubectl create deployment web --image=nginx --replicas=3 && kubectl rollout status deployment/web"
echo
echo "Ctrl-C ends it. The next start finds what was stored."

wait -n -p ended "${!names[@]}" || true
echo "up.sh: ${names[$ended]} ended; the last lines of its log:" >&2
tail -n 5 "$folder/logs/${names[$ended]}.log" >&2
exit 1
