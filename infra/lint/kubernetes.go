package main

import (
	"fmt"
	"slices"

	apps "k8s.io/api/apps/v1"
	core "k8s.io/api/core/v1"
	networking "k8s.io/api/networking/v1"
	policy "k8s.io/api/policy/v1"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"
	"sigs.k8s.io/yaml"
)

// kinds are what manifests may have in them; each is read strictly, so that a
// misspelt field is found.
func kinds() map[string]any {
	return map[string]any{
		"Deployment": &apps.Deployment{}, "StatefulSet": &apps.StatefulSet{}, "Service": &core.Service{},
		"ConfigMap": &core.ConfigMap{},
		"Namespace": &core.Namespace{}, "Ingress": &networking.Ingress{}, "NetworkPolicy": &networking.NetworkPolicy{},
		"PodDisruptionBudget": &policy.PodDisruptionBudget{},
	}
}

// checkKubernetes builds a folder of manifests as kubectl would, and returns the
// findings of our rules about them.
func checkKubernetes(folder string, settings map[string][]string) (found []string) {
	bad := func(format string, args ...any) { found = append(found, folder+": "+fmt.Sprintf(format, args...)) }
	built, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(filesys.MakeFsOnDisk(), folder)
	if err != nil {
		return []string{fmt.Sprintf("%s: %v", folder, err)}
	}
	budgets, several := map[string]bool{}, map[string]bool{}
	var namespace core.Namespace
	pods := map[string]core.PodTemplateSpec{}
	for _, resource := range built.Resources() {
		name := resource.GetKind() + " " + resource.GetName()
		into, known := kinds()[resource.GetKind()]
		if !known {
			bad("%s: nobody checks this kind", name)
			continue
		}
		text, err := resource.AsYAML()
		if err == nil {
			err = yaml.UnmarshalStrict(text, into)
		}
		if err != nil {
			bad("%s: %v", name, err)
			continue
		}
		var problems []string
		switch o := into.(type) {
		case *core.Namespace:
			namespace = *o
		case *apps.Deployment:
			pods[name] = o.Spec.Template
			several[o.Name] = o.Spec.Replicas != nil && *o.Spec.Replicas > 1
			problems = append(checkPod(o.Spec.Template.Spec, settings),
				checkScraped(o.Spec.Template.Annotations, o.Spec.Template.Spec)...)
		case *apps.StatefulSet:
			pods[name] = o.Spec.Template
			problems = append(checkPod(o.Spec.Template.Spec, settings),
				checkScraped(o.Spec.Template.Annotations, o.Spec.Template.Spec)...)
		case *policy.PodDisruptionBudget:
			budgets[o.Spec.Selector.MatchLabels["app.kubernetes.io/name"]] = true
		case *networking.Ingress:
			problems = checkIngress(o)
		case *core.ConfigMap:
			for key := range o.Data {
				if !slices.Contains(settings["cms-api"], key) {
					problems = append(problems, key+" is no setting")
				}
				if secretName.MatchString(key) {
					problems = append(problems, key+" is a secret")
				}
			}
		}
		for _, problem := range problems {
			bad("%s: %s", name, problem)
		}
	}
	for _, problem := range checkAdmission(namespace, pods) {
		bad("%s", problem)
	}
	for name, replicated := range several {
		if replicated && !budgets[name] {
			bad("%s has no PodDisruptionBudget", name)
		}
	}
	return found
}

// checkIngress finds a controller that would let only small bodies through.
func checkIngress(ingress *networking.Ingress) []string {
	const size = "nginx.ingress.kubernetes.io/proxy-body-size"
	class := ingress.Spec.IngressClassName
	if class != nil && *class == "nginx" && ingress.Annotations[size] == "" {
		return []string{"nginx lets 1 MiB through unless " + size + " says more"}
	}
	return nil
}

func checkPod(pod core.PodSpec, settings map[string][]string) (found []string) {
	bad := func(format string, args ...any) { found = append(found, fmt.Sprintf(format, args...)) }
	yes := func(b *bool) bool { return b != nil && *b }
	if s := pod.SecurityContext; s == nil || !yes(s.RunAsNonRoot) || s.SeccompProfile == nil {
		bad("the pod wants runAsNonRoot and a seccompProfile")
	}
	if pod.AutomountServiceAccountToken == nil || *pod.AutomountServiceAccountToken {
		bad("the pod gets a token that it does not need")
	}
	for _, c := range pod.Containers {
		s := c.SecurityContext
		if s == nil || s.AllowPrivilegeEscalation == nil || *s.AllowPrivilegeEscalation || !yes(s.ReadOnlyRootFilesystem) ||
			s.Capabilities == nil || !slices.Contains(s.Capabilities.Drop, "ALL") {
			bad("%s wants a read-only root, no capabilities and no escalation", c.Name)
		}
		if c.ReadinessProbe == nil || c.LivenessProbe == nil {
			bad("%s has no probes", c.Name)
		}
		if c.Resources.Limits.Memory().IsZero() || c.Resources.Requests.Cpu().IsZero() ||
			c.Resources.Requests.Memory().IsZero() {
			bad("%s has no resources", c.Name)
		}
		program := "cms-api"
		if c.Name == "publisher" {
			program = "publisher"
		}
		for _, variable := range c.Env {
			if !slices.Contains(settings[program], variable.Name) {
				bad("%s: %s is no setting", c.Name, variable.Name)
			}
			if secretName.MatchString(variable.Name) && (variable.ValueFrom == nil || variable.ValueFrom.SecretKeyRef == nil) {
				bad("%s: %s stands in the manifest", c.Name, variable.Name)
			}
		}
	}
	return found
}
