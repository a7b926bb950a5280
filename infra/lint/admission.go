package main

import (
	"fmt"

	core "k8s.io/api/core/v1"
	"k8s.io/pod-security-admission/api"
	podsecurity "k8s.io/pod-security-admission/policy"
)

// checkAdmission returns why the API server would not admit the pods to their
// namespace, by its own admission code, and whether the namespace admits every pod.
func checkAdmission(namespace core.Namespace, pods map[string]core.PodTemplateSpec) (found []string) {
	everything := api.LevelVersion{Level: api.LevelPrivileged, Version: api.LatestVersion()}
	wanted, problems := api.PolicyToEvaluate(namespace.Labels, api.Policy{
		Enforce: everything, Audit: everything, Warn: everything,
	})
	for _, problem := range problems {
		found = append(found, problem.Error())
	}
	if wanted.Enforce.Level == api.LevelPrivileged {
		found = append(found, "the namespace lets every pod in")
	}
	evaluator, err := podsecurity.NewEvaluator(podsecurity.DefaultChecks())
	if err != nil {
		return append(found, err.Error())
	}
	for name, pod := range pods {
		result := podsecurity.AggregateCheckResults(evaluator.EvaluatePod(wanted.Enforce, &pod.ObjectMeta, &pod.Spec))
		if !result.Allowed {
			found = append(found, fmt.Sprintf("%s is refused: %s", name, result.ForbiddenDetail()))
		}
	}
	return found
}
